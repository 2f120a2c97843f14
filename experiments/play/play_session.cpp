#include "experiments/play/play_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "experiments/play/rules_text.hpp"
#include "experiments/play/typed_line.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/position.hpp"
#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::experiments::minesweeper {

using sim::Cell;

PlaySession::PlaySession(const MinesweeperSetup& setup)
    : setup_(setup), game_(setup.config.rules_of(setup.only_case())) {
  game_.start({setup.config.seed, key_of(setup.board()), 0});
}

PlaySession::Outcome PlaySession::change_cell(const PlayCommand& command) {
  if (command.argument.empty()) return {false, "Expected a cell, such as " + example() + "."};
  const CellReading reading = read_cell(grid(), command.argument, labels());
  if (reading.cell == sim::kNoCell) return {false, reading.complaint + "; help lists the commands."};
  switch (command.kind) {
    case PlayCommand::Kind::flag:
      return flag(reading.cell);
    case PlayCommand::Kind::unflag:
      return unflag(reading.cell);
    default:
      return dig(reading.cell);
  }
}

PlaySession::Outcome PlaySession::dig(Cell cell) {
  if (view().is_shown(cell))
    return {false, fmt::format("{} is already shown; dig a hidden cell.", name_of(cell))};
  if (view().is_flagged(cell))
    return {false, fmt::format("{0} is flagged; u {0} removes the flag.", name_of(cell))};
  game_.dig(cell);
  game_.forget_shown();
  last_dug_ = cell;
  ++digs_;
  return {true, {}};
}

PlaySession::Outcome PlaySession::flag(Cell cell) {
  if (view().is_shown(cell))
    return {false, fmt::format("{} is already shown; flags are for hidden cells.", name_of(cell))};
  if (view().is_flagged(cell))
    return {false, fmt::format("{0} is already flagged; u {0} removes the flag.", name_of(cell))};
  game_.flag(cell);
  return {true, {}};
}

PlaySession::Outcome PlaySession::unflag(Cell cell) {
  if (!view().is_flagged(cell))
    return {false, fmt::format("{0} has no flag; f {0} sets one.", name_of(cell))};
  game_.unflag(cell);
  return {true, {}};
}

PlaySession::Hint PlaySession::hint(const std::string& argument) {
  Hint hint;
  if (!game_.is_laid() && is_first_dig_safe(setup_)) {
    hint.message = why_first_dig_is_safe(setup_) + " Whichever cell you dig now is free.";
    return hint;
  }
  Cell asked = sim::kNoCell;
  if (!argument.empty()) {
    const CellReading reading = read_cell(grid(), argument, labels());
    asked = reading.cell;
    if (asked == sim::kNoCell || view().is_shown(asked)) {
      hint.message = (asked == sim::kNoCell ? reading.complaint : name_of(asked) + " is already shown") +
                     "; type hint alone, or hint and a hidden cell.";
      return hint;
    }
  }
  try {
    solvers::CellRisks risks = find_risks(view());
    ++hints_;
    if (asked != sim::kNoCell) {
      hint.message = fmt::format("{}: P(mine) {:.6g}", name_of(asked), risks.p_mine[asked]);
      return hint;
    }
    const Advice advice = advise(game_, setup_.config.seed);
    hint.best = advice.cell;
    hint.message = fmt::format("Best move: {}, {}; P(mine) {:.6g} ({}).", name_of(advice.cell),
                               reason_of(advice.kind), risks.p_mine[advice.cell], advice.strategy);
    hint.risks = std::move(risks);
  } catch (const solvers::ComponentTooWide&) {
    hint.message = "This position is too complex to count exactly.";
  }
  return hint;
}

std::string PlaySession::save(const std::string& name) {
  if (name.empty()) return "save needs the name of a file, such as: save position.txt";
  std::error_code ignored;
  const bool is_own = std::find(saved_.begin(), saved_.end(), name) != saved_.end();
  if (!is_own && std::filesystem::exists(name, ignored))
    return fmt::format("{} already exists; save needs a new name.", quoted_input(name));
  std::ostringstream text;
  text << fmt::format("# sapper play: {}; seed {}, {}\n", minesweeper::name_of(setup_.board()),
                      setup_.config.seed, counted(digs_, "dig"));
  sim::write_position(text, view());
  try {
    OutputFile file(name, Inputs(), Existing::replaced);
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
                     counted(view().hidden_count() - view().mine_count(), "free cell"),
                     counted(view().mine_count(), "mine"), view().flag_count());
}

std::string PlaySession::end_line() const {
  const std::string effort =
      counted(digs_, "round") + (hints_ == 0 ? std::string() : ", with " + counted(hints_, "hint"));
  return game_.status() == sim::Game::Status::won
             ? fmt::format("Congratulations: you have found every free cell, in {}.", effort)
             : fmt::format("{} was a mine: you have lost, after {}.", name_of(game_.exploded()), effort);
}

}  // namespace sapper::experiments::minesweeper
