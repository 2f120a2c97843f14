// Minesweeper line by line: a person types what to dig, flag and unflag, and sees the board after each move. For input
// that is piped and terminals that cannot redraw; on others see screen_play.hpp.
//
// Input that is not understood or changes nothing is asked for again, with what is allowed. The end of the input
// ends the game. Moves cannot be taken back.
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
  // The width of the terminal, which may change, read before each board; empty: drawing.columns.
  std::function<int()> terminal_columns = {};
};

enum class PlayEnd : std::uint8_t { won, lost, left };

PlayEnd play_minesweeper(std::istream& in, std::ostream& out, const MinesweeperSetup& setup,
                         const PlayStyle& style);

}  // namespace sapper::experiments::minesweeper
