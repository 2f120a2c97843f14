#include "experiments/play/play_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>

#include "experiments/play/dialogue.hpp"
#include "experiments/play/setup_texts.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/posterior/graph_posterior.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::experiments::minesweeper {

using sim::Cell;

namespace {

constexpr std::array<std::string_view, solvers::kMoveKindCount> kReasons{
    "the first dig, protected by the rules", "certainly safe by the local rules",
    "safe in every consistent layout", "safe according to the pseudo-inverse", "a guess"};

struct Word {
  std::string_view name;
  PlayCommand::Kind kind;
};
using Kind = PlayCommand::Kind;
constexpr std::array kWords{
    Word{"d", Kind::dig},     Word{"dig", Kind::dig},   Word{"f", Kind::flag},
    Word{"flag", Kind::flag}, Word{"u", Kind::unflag},  Word{"unflag", Kind::unflag},
    Word{"hint", Kind::hint}, Word{"why", Kind::why},   Word{"sees", Kind::sees},
    Word{"save", Kind::save}, Word{"help", Kind::help}, Word{"?", Kind::help},
    Word{"quit", Kind::quit}, Word{"q", Kind::quit},    Word{"exit", Kind::quit},
};

}  // namespace

solvers::CellRisks find_risks(const sim::View& view) {
  solvers::Posterior posterior(view.grid());
  if (!posterior.compute(view)) throw std::logic_error("no layout is consistent with what this game shows");
  return posterior.cell_risks();
}

solvers::CellRisks find_risks(const sim::GraphPosition& view) {
  solvers::GraphPosterior posterior(*view.graph);
  if (!posterior.compute(view)) throw std::logic_error("no layout is consistent with what this game shows");
  return posterior.cell_risks();
}

AxisLabels axis_labels(const MinesweeperSetup& setup) {
  return setup.asking == MinesweeperSetup::Asking::for_row_and_column ? AxisLabels::letters
                                                                      : AxisLabels::numbers;
}

std::string_view reason_of(solvers::MoveKind kind) { return kReasons[static_cast<std::size_t>(kind)]; }

PlayCommand parse_command(std::string_view line) {
  line = trimmed(line);
  if (line.empty()) return {};
  const auto end = std::min(line.find_first_of(" \t"), line.size());
  const Word* const known = find_named(kWords, lower_case(line.substr(0, end)));
  return known == nullptr ? PlayCommand{Kind::dig, std::string(line)}
                          : PlayCommand{known->kind, std::string(trimmed(line.substr(end)))};
}

PlaySession::PlaySession(const MinesweeperSetup& setup) : setup_(setup), board_(start_game(setup)) {
  if (const auto first = first_dig_of_file(setup)) dig(*first);
}

std::string PlaySession::change_cell(const PlayCommand& command) {
  if (command.argument.empty()) return "Expected a cell, such as " + example() + ".";
  const CellReading reading = board_->read_cell(command.argument);
  if (reading.cell == sim::kNoCell) return reading.complaint + "; help lists the commands.";
  return command.kind == Kind::flag     ? flag(reading.cell)
         : command.kind == Kind::unflag ? unflag(reading.cell)
                                        : dig(reading.cell);
}

std::string PlaySession::dig(Cell cell) {
  if (board_->is_shown(cell)) return name_of(cell) + " is already shown; dig a hidden cell.";
  if (board_->is_flagged(cell)) return fmt::format("{0} is flagged; u {0} removes the flag.", name_of(cell));
  try {
    board_->dig(cell);
  } catch (const std::runtime_error& error) {
    return fmt::format(
        "{}{}.", error.what(),
        setup_.board().guessing == Guessing::none ? "; --method repair needs fewer layouts" : "");
  }
  last_dug_ = cell;
  ++digs_;
  return {};
}

std::string PlaySession::flag(Cell cell) {
  if (board_->is_shown(cell)) return name_of(cell) + " is already shown; flags are for hidden cells.";
  if (board_->is_flagged(cell))
    return fmt::format("{0} is already flagged; u {0} removes the flag.", name_of(cell));
  board_->flag(cell);
  return {};
}

std::string PlaySession::unflag(Cell cell) {
  if (!board_->is_flagged(cell)) return fmt::format("{0} has no flag; f {0} sets one.", name_of(cell));
  board_->unflag(cell);
  return {};
}

PlaySession::MoveHint PlaySession::hint(const std::string& argument) {
  if (!board_->is_laid())
    if (const auto safety = first_dig_safety(setup_))
      return {.message = *safety + " Whichever cell you dig now is free."};
  Cell asked = sim::kNoCell;
  if (!argument.empty()) {
    const CellReading reading = board_->read_cell(argument);
    asked = reading.cell;
    if (asked == sim::kNoCell || board_->is_shown(asked))
      return {.message = (asked == sim::kNoCell ? reading.complaint : name_of(asked) + " is already shown") +
                         "; type hint alone, or hint and a hidden cell."};
  }
  try {
    solvers::CellRisks risks = board_->risks();
    ++hints_;
    if (asked != sim::kNoCell)
      return {.message = fmt::format("{}: P(mine) {:.6g}", name_of(asked), risks.p_mine[asked])};
    const auto [best, strategy] = board_->advised_move(setup_.config.seed);
    std::string message = fmt::format("Best move: {}, {}; P(mine) {:.6g} ({}).", name_of(best.cell),
                                      reason_of(best.kind), risks.p_mine[best.cell], strategy);
    if (risks.p_mine[best.cell] == 0)
      if (const std::string proof = proof_of(best.cell); !proof.empty()) message += ' ' + proof;
    return {std::move(risks), best.cell, std::move(message)};
  } catch (const solvers::ComponentTooWide&) {
    return {.message = "This position is too complex to count exactly."};
  }
}

std::string PlaySession::why(const std::string& argument) {
  const CellReading reading = board_->read_cell(argument);
  const Cell cell = reading.cell;
  if (cell == sim::kNoCell || board_->is_shown(cell))
    return (argument.empty()       ? "why needs a cell"
            : cell == sim::kNoCell ? reading.complaint
                                   : name_of(cell) + " is already shown") +
           "; type why and a hidden cell, such as why " + example() + ".";
  if (!board_->is_laid())
    if (const auto safety = first_dig_safety(setup_)) return *safety + " Whichever cell you dig now is free.";
  try {
    const double p_mine = board_->risks().p_mine[cell];
    ++hints_;
    if (p_mine > 0 && p_mine < 1)
      return fmt::format("{} is not certain: P(mine) {:.6g}.", name_of(cell), p_mine);
    const std::string verdict =
        fmt::format("{} is certainly {}.", name_of(cell), p_mine == 0 ? "safe" : "a mine");
    const std::string proof = proof_of(cell);
    return proof.empty() ? verdict + " To say why would take too long." : verdict + ' ' + proof;
  } catch (const solvers::ComponentTooWide&) {
    return "This position is too complex to count exactly.";
  }
}

// Why a certain cell is certain; empty if it would take long to find that.
std::string PlaySession::proof_of(Cell cell) const {
  constexpr std::uint64_t kMostCallsOfSmaller = 300;
  solvers::ProofLimits limits;
  limits.max_calls_of_smaller = kMostCallsOfSmaller;
  const std::optional<solvers::Proof> proof = board_->prove(cell, limits);
  if (!proof) return {};
  if (std::string text = board_->argument(*proof); !text.empty()) return text;
  std::string text = "That is so in every layout that meets";
  for (const Cell number : proof->numbers) text += ' ' + name_of(number);
  return text + (proof->means == solvers::Proof::Means::mine_count ? " and the mine count." : ".");
}

std::string PlaySession::sees(const std::string& argument) const {
  const CellReading reading = board_->read_cell(argument);
  if (reading.cell == sim::kNoCell)
    return (argument.empty() ? "sees needs a cell" : reading.complaint) +
           "; type sees and a cell, such as sees " + example() + ".";
  return board_->neighbors_text(reading.cell) + '.';
}

DrawingStyle PlaySession::fitted(DrawingStyle style) const {
  style.labels = labels();
  if (setup_.board().graph_board) style.row_name = [this](int row) { return board_->row_name(row); };
  return style;
}

std::string PlaySession::save(const std::string& name) {
  if (name.empty()) return "save needs the name of a file, such as: save position.txt";
  std::error_code ignored;
  const bool is_own = std::find(saved_.begin(), saved_.end(), name) != saved_.end();
  if (!is_own && std::filesystem::exists(name, ignored))
    return fmt::format("{} already exists; save needs a new name.", quoted_input(name));
  const std::string title = fmt::format("sapper play: {}; seed {}, {}", minesweeper::name_of(setup_.board()),
                                        setup_.config.seed, count_text(digs_, "dig"));
  try {
    OutputFile file(name, InputFiles(), OverwritePolicy::replaced);
    file.write(board_->position_file(title, name));
    file.commit();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  saved_.push_back(name);
  return fmt::format("Saved. To analyse it: sapper analyze {}", shell_quoted(name));
}

std::string PlaySession::status_line() const {
  return fmt::format("Round {}. {} still to find; {}, {} flagged.", digs_ + 1,
                     count_text(board_->hidden_count() - board_->mine_count(), "free cell"),
                     count_text(board_->mine_count(), "mine"), board_->flag_count());
}

std::string PlaySession::end_line() const {
  const std::string effort =
      count_text(digs_, "round") + (hints_ == 0 ? std::string() : ", with " + count_text(hints_, "hint"));
  return board_->is_won()
             ? fmt::format("Congratulations: you have found every free cell, in {}.", effort)
             : fmt::format("{} was a mine: you have lost, after {}.", name_of(board_->exploded()), effort);
}

}  // namespace sapper::experiments::minesweeper
