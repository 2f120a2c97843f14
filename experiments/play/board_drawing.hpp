// Boards as people see them at a terminal: rows named by letters, columns by numbers, odd rows of hexagonal
// boards shifted by half a cell.
//
// Emoji are two columns wide in every terminal but for the keycaps of numbers, which some draw in one: after
// each emoji the cursor is set to the column where the next cell begins. So emoji are for terminals only.
#pragma once

#include <span>
#include <string>

#include "experiments/analysis/analysis_text.hpp"
#include "sim/minesweeper/game.hpp"

namespace sapper::experiments::minesweeper {

enum class Signs : std::uint8_t { plain, emoji };

struct DrawingStyle {
  Signs signs = Signs::plain;
  Colours colours = Colours::off;
  int columns = 0;  // of the terminal; 0: however many are needed
};

// What the player sees. `last`: the cell that was dug last, shown in reverse where there are colours;
// kNoCell: none.
std::string draw_view(const sim::View& view, sim::Cell last, const DrawingStyle& style);

// A game that is over: the mines, as flags if it was won; if lost also the mine that was dug, the flags that
// were wrong and all numbers.
std::string draw_finished(const sim::Game& game, const DrawingStyle& style);

// A heat map: numbers where they are shown, P(mine) in percent elsewhere. p_mine: [cell], read where hidden;
// safe, mine: the cells that are certain.
std::string draw_risks(const sim::View& view, std::span<const double> p_mine, std::span<const sim::Cell> safe,
                       std::span<const sim::Cell> mine, const DrawingStyle& style);

// A line that explains the signs.
std::string legend(const DrawingStyle& style);

}  // namespace sapper::experiments::minesweeper
