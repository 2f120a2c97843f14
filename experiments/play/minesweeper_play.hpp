// Minesweeper line by line: a person types what to dig, flag and unflag, and sees the board after each move. For piped
// input and terminals that cannot redraw; for others see screen_play.hpp.
//
// After invalid or ineffective input it asks again and says what is allowed. The end of the input ends the game. Moves
// cannot be undone.
#pragma once

#include "experiments/play/board_drawing.hpp"
#include "experiments/play/dialogue.hpp"
#include "experiments/play/minesweeper_setup.hpp"

namespace sapper::experiments::minesweeper {

PlayEnd play_minesweeper(const Dialogue& dialogue, const MinesweeperSetup& setup, const DrawingStyle& style);

}  // namespace sapper::experiments::minesweeper
