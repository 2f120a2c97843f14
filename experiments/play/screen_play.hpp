// Minesweeper on a screen: a cursor that the arrow keys move over the board, and a line for typed commands, the same as
// in minesweeper_play.hpp.
//
// From above: the title, the numbers of the columns, the board, the state of the game, the last message, the prompt. A
// board that is too large gets narrower cells, down to one character; beyond that a part of it is shown that scrolls
// with the cursor. Text is wrapped between words. Enter digs at the cursor, the space bar sets and removes a flag
// there; other characters start a command, which Enter executes. The terminal's cursor is on the cell, and after the
// command while one is typed.
#pragma once

#include <functional>
#include <iosfwd>

#include "experiments/play/board_drawing.hpp"
#include "experiments/play/dialogue.hpp"
#include "experiments/play/keys.hpp"
#include "experiments/play/minesweeper_setup.hpp"

namespace sapper::experiments::minesweeper {

struct ScreenStyle {
  DrawingStyle drawing;
  std::function<ScreenSize()> size;  // queried before each drawing because it may change
};

// The end of the input ends the game. After the last move a board that does not fit can be viewed until Enter.
PlayEnd play_on_screen(KeySource& keys, std::ostream& out, const MinesweeperSetup& setup,
                       const ScreenStyle& style);

}  // namespace sapper::experiments::minesweeper
