// Boards as people see them at a terminal: rows and columns with labels, odd rows of hexagonal boards shifted by
// half a cell. Boards too wide for the terminal are split into panels.
//
// Emoji are two columns wide in every terminal except for the keycaps of numbers, which some draw in one column:
// after each emoji the cursor is set to the column where the next cell begins. So emoji are for terminals only.
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

// What the player sees. `last`: the cell dug last, in reverse video where there are colours; kNoCell: none.
std::string draw_view(const sim::View& view, sim::Cell last, const DrawingStyle& style);

// A game that is over. Won: its mines as flags. Lost: its mines, the one that was dug, wrong flags, all numbers.
std::string draw_finished(const sim::Game& game, const DrawingStyle& style);

// A heat map that does not need its colours: shown numbers are one digit; P(mine) is in percent, with a % sign or
// as two digits, and F behind it where a flag is set. p_mine: [cell], read where hidden; safe, mine: the cells that are certain.
std::string draw_risks(const sim::View& view, std::span<const double> p_mine, std::span<const sim::Cell> safe,
                       std::span<const sim::Cell> mine, const DrawingStyle& style);

// A part of a board on a screen that is too small for all of it, or for cells of more than one character.
struct Cut {
  Window window;
  CellSize size;
  Signs signs = Signs::plain;  // emoji where `size` has room for them
};
// How a board is cut to `columns` and `lines` of a screen, the numbers of its columns included: with the widest cells of
// which a whole row fits, else with the narrowest and as many columns as fit. `before`: the window of the last time,
// moved as little as keeps `centre` and its neighbours inside.
Cut cut_board(const sim::Grid& grid, const DrawingStyle& style, int columns, int lines, sim::Cell centre,
              const Window& before);
// Likewise for risks, which take two or three characters.
Cut cut_risks(const sim::Grid& grid, const DrawingStyle& style, int columns, int lines, sim::Cell centre,
              const Window& before);

// The part of what draw_view, draw_finished and draw_risks draw whole. `cursor` is marked like the cell dug last.
std::string draw_view(const sim::View& view, sim::Cell cursor, const DrawingStyle& style, const Cut& cut);
std::string draw_finished(const sim::Game& game, const DrawingStyle& style, const Cut& cut);
std::string draw_risks(const sim::View& view, std::span<const double> p_mine, std::span<const sim::Cell> safe,
                       std::span<const sim::Cell> mine, const DrawingStyle& style, const Cut& cut);

// One line that explains the signs.
std::string legend(const DrawingStyle& style);

}  // namespace sapper::experiments::minesweeper
