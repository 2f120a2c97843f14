// Draws boards on a terminal: rows and columns with labels, odd rows of hexagonal boards shifted by half a cell. Cells
// are as wide as the terminal allows, down to one character; boards that are still too wide are split into panels.
//
// Emoji are two columns wide in every terminal except for the keycaps of numbers, which some draw in one column:
// after each emoji the cursor is moved to the column of the next cell. So emoji work only on terminals.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/play/board_table.hpp"
#include "sim/minesweeper/game.hpp"

namespace sapper::experiments::minesweeper {

enum class Signs : std::uint8_t { plain, emoji };

struct DrawingStyle {
  Signs signs = Signs::plain;
  Colours colours = Colours::off;
  int columns = 0;  // of the terminal; 0: unlimited
  Labels labels = Labels::numbers;
};

struct ScreenSize {
  int columns = 80;
  int lines = 24;
};
inline constexpr std::string_view kClearScreen = "\x1b[H\x1b[2J";

// The player's view. `last`: the last cell dug, in reverse video if there are colours; kNoCell: none.
std::string draw_view(const sim::View& view, sim::Cell last, const DrawingStyle& style);

// A finished game. Won: its mines as flags. Lost: its mines, the one that was dug, wrong flags, all numbers.
std::string draw_finished(const sim::Game& game, const DrawingStyle& style);

// A heat map that is readable without colours: shown numbers are one digit; P(mine) is in percent, with a % sign or as
// two digits, followed by F if a flag is set. p_mine: [cell], read only where hidden; safe, mine: the certain cells.
std::string draw_risks(const sim::View& view, std::span<const double> p_mine, std::span<const sim::Cell> safe,
                       std::span<const sim::Cell> mine, const DrawingStyle& style);

// A part of a board on a screen that is too small for all of it, or for cells of more than one character.
struct Cut {
  Window window;
  CellSize size;
  Signs signs = Signs::plain;  // emoji if `size` allows
};
// Fits a board into `columns` and `lines` of a screen, including the column numbers: with the widest cells with which a
// whole row fits, else with the narrowest cells and as many columns as fit. `before`: the previous window, moved just
// enough to keep `centre` and its neighbours inside.
Cut cut_board(const sim::Grid& grid, const DrawingStyle& style, int columns, int lines, sim::Cell centre,
              const Window& before);
// The same for risks, which take two or three characters.
Cut cut_risks(const sim::Grid& grid, const DrawingStyle& style, int columns, int lines, sim::Cell centre,
              const Window& before);

// These draw a part of what draw_view, draw_finished and draw_risks draw. `cursor` is marked like the last cell dug.
std::string draw_view(const sim::View& view, sim::Cell cursor, const DrawingStyle& style, const Cut& cut);
std::string draw_finished(const sim::Game& game, const DrawingStyle& style, const Cut& cut);
std::string draw_risks(const sim::View& view, std::span<const double> p_mine, std::span<const sim::Cell> safe,
                       std::span<const sim::Cell> mine, const DrawingStyle& style, const Cut& cut);

// One line that explains the signs.
std::string legend(Signs signs);
// The signs that are used for a board: plain ones if emoji do not fit.
Signs fitting_signs(const sim::Grid& grid, const DrawingStyle& style);

}  // namespace sapper::experiments::minesweeper
