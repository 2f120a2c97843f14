// Draws boards on a terminal: rows and columns with labels, odd rows of hexagonal boards shifted by half a cell. Cells
// are as wide as the terminal allows, down to one character; boards that are still too wide are split into panels.
//
// Emoji are two columns wide in every terminal except for the keycaps of numbers, which some draw in one column:
// after each emoji the cursor is moved to the column of the next cell. So emoji work only on terminals.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/play/board_table.hpp"
#include "experiments/play/play_session.hpp"
#include "sim/minesweeper/game.hpp"

namespace sapper::experiments::minesweeper {

enum class SignStyle : std::uint8_t { plain, emoji };

struct DrawingStyle {
  SignStyle signs = SignStyle::plain;
  ColourMode colours = ColourMode::off;
  int columns = 0;  // of the terminal; 0: unlimited
  AxisLabels labels = AxisLabels::numbers;
};

struct ScreenSize {
  int columns = 80;
  int lines = 24;
};
inline constexpr std::string_view kClearScreen = "\x1b[H\x1b[2J";

// A part of a board, as it is drawn on a screen that is too small for all of it, or for cells of more than one character.
struct BoardExcerpt {
  BoardWindow window = {};
  CellSize size = {};
  SignStyle signs = SignStyle::plain;  // emoji if `size` allows
};
// Fits a board into `columns` and `lines` of a screen, including the column numbers: with the widest cells with which a
// whole row fits, else with the narrowest cells and as many columns as fit. `before`: the previous window, moved just
// enough to keep `centre` and its neighbours inside.
BoardExcerpt cut_board(const sim::Grid& grid, const DrawingStyle& style, int columns, int lines,
                       sim::Cell centre, const BoardWindow& before);
// The same for risks, which take two or three characters.
BoardExcerpt cut_risks(const sim::Grid& grid, const DrawingStyle& style, int columns, int lines,
                       sim::Cell centre, const BoardWindow& before);

// These draw the board, or the part of it in `cut`.

// The player's view. `marked`: a cell in reverse video if there are colours, such as the last one dug; kNoCell: none.
std::string draw_view(const sim::View& view, sim::Cell marked, const DrawingStyle& style,
                      const BoardExcerpt* cut = nullptr);
// A finished game. Won: its mines as flags. Lost: its mines, the one that was dug, wrong flags, all numbers.
std::string draw_finished(const sim::Game& game, const DrawingStyle& style,
                          const BoardExcerpt* cut = nullptr);
// A heat map that is readable without colours: shown numbers are one digit; P(mine) is in percent, with a % sign or as
// two digits, on the whole board followed by F if a flag is set.
std::string draw_risks(const sim::View& view, const solvers::CellRisks& risks, const DrawingStyle& style,
                       const BoardExcerpt* cut = nullptr);

// One line that explains the signs.
std::string legend(SignStyle signs);
// The signs that are used for a board: plain ones if emoji do not fit.
SignStyle fitting_signs(const sim::Grid& grid, const DrawingStyle& style);

}  // namespace sapper::experiments::minesweeper
