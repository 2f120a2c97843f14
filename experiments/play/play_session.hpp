// A game of Minesweeper in progress and the effects of a player's commands, independent of the display. Messages are
// text without line breaks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/play/minesweeper_setup.hpp"
#include "experiments/play/played_board.hpp"
#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/posterior/cell_risks.hpp"

namespace sapper::experiments::minesweeper {

// The exact P(mine) of every hidden cell. Flags are marks, not evidence. Throws ComponentTooWide if counting exceeds its
// limits.
solvers::CellRisks find_risks(const sim::View& view);
solvers::CellRisks find_risks(const sim::GraphPosition& view);
// In the course's levels a letter names the row.
AxisLabels axis_labels(const MinesweeperSetup& setup);

// The reason for a dig, in words: `certainly safe by the local rules`, `a guess`.
std::string_view reason_of(solvers::MoveKind kind);

struct PlayCommand {
  enum class Kind : std::uint8_t { dig, flag, unflag, hint, why, sees, save, help, quit, empty };
  Kind kind = Kind::empty;
  std::string argument;  // what follows the command's word: a cell, a file
};

// `d B7` or `dig B7`, `f B7`, `u B7`, `hint`, `hint B7`, `why B7`, `sees B7`, `save FILE`, `help` or `?`, `quit`, `q` or
// `exit`, case-insensitive. Anything else is interpreted as a cell to dig.
PlayCommand parse_command(std::string_view line);

class PlaySession {
 public:
  // The setup must outlive the session.
  explicit PlaySession(const MinesweeperSetup& setup);

  const MinesweeperSetup& setup() const { return setup_; }
  const PlayedBoard& board() const { return *board_; }
  const sim::Grid& sheet() const { return board_->sheet(); }
  sim::Cell last_dug() const { return last_dug_; }
  bool is_over() const { return board_->is_over(); }

  // In the course's levels the game asks for a row and then for a column, and names cells by letters and numbers.
  bool asks_for_row_and_column() const {
    return setup_.asking == MinesweeperSetup::Asking::for_row_and_column;
  }
  AxisLabels labels() const { return axis_labels(setup_); }
  std::string name_of(sim::Cell cell) const { return board_->name_of(cell); }
  // An example cell for explanations.
  std::string example() const { return name_of(board_->example_cell()); }
  // The style of drawings of the board, from that of the terminal.
  DrawingStyle fitted(DrawingStyle style) const;

  // These change the game and return an empty text, or change nothing and return the reason.
  std::string change_cell(const PlayCommand& command);  // of the kinds dig, flag and unflag
  std::string dig(sim::Cell cell);
  std::string flag(sim::Cell cell);
  std::string unflag(sim::Cell cell);

  // Exact risks and a good move; only a message is set if the rules protect the next dig, a single cell was asked about,
  // or the position is too complex.
  struct MoveHint {
    std::optional<solvers::CellRisks> risks = {};
    sim::Cell best = sim::kNoCell;
    std::string message = {};
  };
  // argument: empty, or a cell.
  MoveHint hint(const std::string& argument);
  // Why a cell is certain, in words, or that it is not. argument: the cell.
  std::string why(const std::string& argument);

  // Which cells the number of a cell counts. argument: the cell.
  std::string sees(const std::string& argument) const;

  // Writes the position to a new file, or over one that this session wrote. Returns a message about the result.
  std::string save(const std::string& name);

  std::string status_line() const;  // Round 2. 67 free cells still to find; ...
  std::string end_line() const;     // of a game that is over

 private:
  std::string proof_of(sim::Cell cell) const;

  const MinesweeperSetup& setup_;
  std::unique_ptr<PlayedBoard> board_;
  sim::Cell last_dug_ = sim::kNoCell;
  std::size_t digs_ = 0;
  std::size_t hints_ = 0;
  std::vector<std::string> saved_;
};

}  // namespace sapper::experiments::minesweeper
