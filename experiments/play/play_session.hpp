// A game of Minesweeper in progress and the effects of a player's commands, independent of the display. Messages are
// text without line breaks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "experiments/play/advice.hpp"
#include "experiments/play/cell_names.hpp"
#include "experiments/play/minesweeper_setup.hpp"
#include "experiments/play/play_command.hpp"
#include "sim/minesweeper/game.hpp"

namespace sapper::experiments::minesweeper {

class PlaySession {
 public:
  // The setup must outlive the session.
  explicit PlaySession(const MinesweeperSetup& setup);

  const MinesweeperSetup& setup() const { return setup_; }
  const sim::Game& game() const { return game_; }
  const sim::View& view() const { return game_.view(); }
  const sim::Grid& grid() const { return view().grid(); }
  sim::Cell last_dug() const { return last_dug_; }
  bool is_over() const { return game_.status() != sim::Game::Status::playing; }

  // In the course's levels the game asks for a row and then for a column, and names cells by letters and numbers.
  bool asks_for_row_and_column() const {
    return setup_.asking == MinesweeperSetup::Asking::for_row_and_column;
  }
  Labels labels() const { return asks_for_row_and_column() ? Labels::letters : Labels::numbers; }
  std::string name_of(sim::Cell cell) const { return cell_name(grid(), cell, labels()); }
  // An example cell for explanations.
  std::string example() const { return name_of(example_cell(grid())); }

  // The effect of a command; if there was none, a message that says why.
  struct Outcome {
    bool has_changed = false;
    std::string message;
  };
  // For commands of the kinds dig, flag and unflag.
  Outcome change_cell(const PlayCommand& command);
  Outcome dig(sim::Cell cell);
  Outcome flag(sim::Cell cell);
  Outcome unflag(sim::Cell cell);

  // Exact risks and a good move. Only a message if the rules protect the next dig, a single cell was asked about, or
  // the position is too complex.
  struct Hint {
    std::optional<solvers::CellRisks> risks;
    sim::Cell best = sim::kNoCell;
    std::string message;
  };
  // argument: empty, or a cell.
  Hint hint(const std::string& argument);

  // Writes the position to a new file, or over one that this session wrote. Returns a message about the result.
  std::string save(const std::string& name);

  std::string status_line() const;  // Round 2. 67 free cells still to find; ...
  std::string end_line() const;     // of a game that is over

 private:
  const MinesweeperSetup& setup_;
  sim::Game game_;
  sim::Cell last_dug_ = sim::kNoCell;
  std::size_t digs_ = 0;
  std::size_t hints_ = 0;
  std::vector<std::string> saved_;
};

}  // namespace sapper::experiments::minesweeper
