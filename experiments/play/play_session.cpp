#include "experiments/play/play_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "experiments/kinds/minesweeper/experiment/argument_words.hpp"
#include "experiments/play/board_table.hpp"
#include "experiments/play/dialogue.hpp"
#include "experiments/play/setup_texts.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/position.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

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
    Word{"hint", Kind::hint}, Word{"why", Kind::why},   Word{"save", Kind::save},
    Word{"help", Kind::help}, Word{"?", Kind::help},    Word{"quit", Kind::quit},
    Word{"q", Kind::quit},    Word{"exit", Kind::quit},
};

// The move of the strongest strategy that can play this game, which is not over, and that strategy's name. `seed`: of its
// random choices.
std::pair<solvers::Move, std::string_view> advised_move(const sim::Game& game, std::uint64_t seed) {
  for (const solvers::StrategyEntry* const entry : solvers::advisers()) {
    const solvers::StrategyChoice choice(*entry);
    if (choice.refusal(game.rules())) continue;
    const std::unique_ptr<solvers::Strategy> strategy = choice.make(game.rules());
    sim::Stream random({seed, 0, 0}, sim::StreamPurpose::strategy);
    solvers::Digs digs;
    strategy->begin(game.view(), random);
    strategy->plan({}, digs);
    if (!digs.empty()) return {digs.front(), entry->name};
  }
  throw std::logic_error("no strategy has a move");
}

}  // namespace

solvers::CellRisks find_risks(const sim::View& view) {
  solvers::Posterior posterior(view.grid());
  if (!posterior.compute(view)) throw std::logic_error("no layout is consistent with what this game shows");
  return posterior.cell_risks();
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

PlaySession::PlaySession(const MinesweeperSetup& setup)
    : setup_(setup), dealer_(setup.config, setup.only_case()), game_(dealer_) {
  game_.start(dealer_.id_of(0));
  if (const auto first = first_dig_of_file(setup)) dig(*first);
}

std::string PlaySession::change_cell(const PlayCommand& command) {
  if (command.argument.empty()) return "Expected a cell, such as " + example() + ".";
  const CellReading reading = read_cell(grid(), command.argument, labels());
  if (reading.cell == sim::kNoCell) return reading.complaint + "; help lists the commands.";
  return command.kind == Kind::flag     ? flag(reading.cell)
         : command.kind == Kind::unflag ? unflag(reading.cell)
                                        : dig(reading.cell);
}

std::string PlaySession::dig(Cell cell) {
  if (view().is_shown(cell)) return name_of(cell) + " is already shown; dig a hidden cell.";
  if (view().is_flagged(cell)) return fmt::format("{0} is flagged; u {0} removes the flag.", name_of(cell));
  try {
    game_.dig(cell, Dealer::kMostTriesForAPerson);
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
  if (view().is_shown(cell)) return name_of(cell) + " is already shown; flags are for hidden cells.";
  if (view().is_flagged(cell))
    return fmt::format("{0} is already flagged; u {0} removes the flag.", name_of(cell));
  game_.flag(cell);
  return {};
}

std::string PlaySession::unflag(Cell cell) {
  if (!view().is_flagged(cell)) return fmt::format("{0} has no flag; f {0} sets one.", name_of(cell));
  game_.unflag(cell);
  return {};
}

PlaySession::MoveHint PlaySession::hint(const std::string& argument) {
  if (!game().is_laid())
    if (const auto safety = first_dig_safety(setup_))
      return {.message = *safety + " Whichever cell you dig now is free."};
  Cell asked = sim::kNoCell;
  if (!argument.empty()) {
    const CellReading reading = read_cell(grid(), argument, labels());
    asked = reading.cell;
    if (asked == sim::kNoCell || view().is_shown(asked))
      return {.message = (asked == sim::kNoCell ? reading.complaint : name_of(asked) + " is already shown") +
                         "; type hint alone, or hint and a hidden cell."};
  }
  try {
    solvers::CellRisks risks = find_risks(view());
    ++hints_;
    if (asked != sim::kNoCell)
      return {.message = fmt::format("{}: P(mine) {:.6g}", name_of(asked), risks.p_mine[asked])};
    const auto [best, strategy] = advised_move(game(), setup_.config.seed);
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
  const CellReading reading = read_cell(grid(), argument, labels());
  const Cell cell = reading.cell;
  if (cell == sim::kNoCell || view().is_shown(cell))
    return (argument.empty()       ? "why needs a cell"
            : cell == sim::kNoCell ? reading.complaint
                                   : name_of(cell) + " is already shown") +
           "; type why and a hidden cell, such as why " + example() + ".";
  if (!game().is_laid())
    if (const auto safety = first_dig_safety(setup_)) return *safety + " Whichever cell you dig now is free.";
  try {
    const double p_mine = find_risks(view()).p_mine[cell];
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
  const std::optional<solvers::Proof> proof = solvers::prove(view(), {}, cell, limits);
  if (!proof) return {};
  if (std::string text = short_argument(view(), *proof, [&](Cell each) { return name_of(each); });
      !text.empty())
    return text;
  std::string text = "That is so in every layout that meets";
  for (const Cell number : proof->numbers) text += ' ' + name_of(number);
  return text + (proof->means == solvers::Proof::Means::mine_count ? " and the mine count." : ".");
}

std::string PlaySession::save(const std::string& name) {
  if (name.empty()) return "save needs the name of a file, such as: save position.txt";
  std::error_code ignored;
  const bool is_own = std::find(saved_.begin(), saved_.end(), name) != saved_.end();
  if (!is_own && std::filesystem::exists(name, ignored))
    return fmt::format("{} already exists; save needs a new name.", quoted_input(name));
  std::ostringstream text;
  text << fmt::format("# sapper play: {}; seed {}, {}\n", minesweeper::name_of(setup_.board()),
                      setup_.config.seed, count_text(digs_, "dig"));
  sim::write_position(text, view());
  try {
    OutputFile file(name, InputFiles(), OverwritePolicy::replaced);
    file.write(text.str());
    file.commit();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  saved_.push_back(name);
  return fmt::format("Saved. To analyse it: sapper analyze {}", shell_quoted(name));
}

std::string PlaySession::status_line() const {
  return fmt::format("Round {}. {} still to find; {}, {} flagged.", digs_ + 1,
                     count_text(view().hidden_count() - view().mine_count(), "free cell"),
                     count_text(view().mine_count(), "mine"), view().flag_count());
}

std::string PlaySession::end_line() const {
  const std::string effort =
      count_text(digs_, "round") + (hints_ == 0 ? std::string() : ", with " + count_text(hints_, "hint"));
  return game().status() == sim::Game::Status::won
             ? fmt::format("Congratulations: you have found every free cell, in {}.", effort)
             : fmt::format("{} was a mine: you have lost, after {}.", name_of(game().exploded()), effort);
}

}  // namespace sapper::experiments::minesweeper
