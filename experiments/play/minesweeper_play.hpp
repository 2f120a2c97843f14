// Minesweeper at a terminal: a person types what to dig, flag and unflag, and sees the board after each.
//
// What is not understood, or changes nothing, is asked again with what is allowed. The end of the input ends
// the game. There is no way back: a move that is made stays made.
#pragma once

#include <iosfwd>

#include "experiments/play/board_drawing.hpp"
#include "experiments/play/minesweeper_setup.hpp"
#include "experiments/play/typed_line.hpp"

namespace sapper::experiments::minesweeper {

struct PlayStyle {
  DrawingStyle drawing;
  Echo echo = Echo::no;
};

enum class PlayEnd : std::uint8_t { won, lost, left };

PlayEnd play_minesweeper(std::istream& in, std::ostream& out, const MinesweeperSetup& setup,
                         const PlayStyle& style);

}  // namespace sapper::experiments::minesweeper
