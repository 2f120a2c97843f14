// Minesweeper line by line: a person types what to dig, flag and unflag, and sees the board after each move. For piped
// input and terminals that cannot redraw; for others see screen_play.hpp.
//
// After invalid or ineffective input it asks again and says what is allowed. The end of the input ends the game. Moves
// cannot be undone.
#pragma once

#include <functional>
#include <iosfwd>

#include "experiments/play/board_drawing.hpp"
#include "experiments/play/minesweeper_setup.hpp"
#include "experiments/play/typed_line.hpp"

namespace sapper::experiments::minesweeper {

struct PlayStyle {
  DrawingStyle drawing;
  Echo echo = Echo::no;
  // The width of the terminal, queried before each board because it may change; empty: drawing.columns.
  std::function<int()> terminal_columns = {};
};

enum class PlayEnd : std::uint8_t { won, lost, left };

PlayEnd play_minesweeper(std::istream& in, std::ostream& out, const MinesweeperSetup& setup,
                         const PlayStyle& style);

}  // namespace sapper::experiments::minesweeper
