// Boards on a screen: the part that fits, and the line that explains the signs.
#pragma once

#include <string>
#include <string_view>

#include "experiments/drawing/text_board.hpp"

namespace sapper::experiments::minesweeper {

struct ScreenSize {
  int columns = 80;
  int lines = 24;
};
inline constexpr std::string_view kClearScreen = "\x1b[H\x1b[2J";

// A part of a board, as it is drawn on a screen that is too small for all of it, or for cells of more than one character.
struct BoardExcerpt {
  BoardWindow window = {};
  CellForm form = {};
};
// Fits a picture into `columns` and `lines` of a screen, including the column numbers: with the widest cells with which a
// whole row fits, else with the narrowest cells and as many columns as fit; without letters. `before`: the previous
// window, moved just enough to keep `centre` and its neighbours inside.
BoardExcerpt cut_board(BoardPicture picture, const DrawingStyle& style, int columns, int lines,
                       sim::Cell centre, const BoardWindow& before);

std::string draw_text(const BoardPicture& picture, const DrawingStyle& style, const BoardExcerpt& cut);

// One line that explains the signs. most: the largest number.
std::string legend(SignStyle signs, int most);
// The signs that are used for a board: plain ones if emoji do not fit.
SignStyle fitting_signs(const sim::Grid& grid, const DrawingStyle& style);

}  // namespace sapper::experiments::minesweeper
