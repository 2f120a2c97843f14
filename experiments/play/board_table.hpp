// The rows and columns of a board as text: labels, alignment, the shift of hexagonal rows.
#pragma once

#include <functional>
#include <string>

#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {

// What stands in one cell.
struct Sign {
  std::string text;
  int width = 1;       // columns that the text takes
  std::string colour;  // an escape sequence; empty: none
};

// How wide cells are, in columns of the terminal.
struct CellSize {
  int pitch = 2;  // from one cell to the next
  // Of them for the sign, which stands at the field's right end; at most `pitch`. A wider sign fills the rest
  // of the pitch.
  int field = 1;
};

// How many columns the whole board takes.
int table_width(const sim::Grid& grid, int pitch);

// Whether every sign is followed by a move of the cursor to the next cell (for signs whose width depends on
// the terminal) or by blanks.
enum class Positioning : std::uint8_t { blanks, cursor };

// The board with labels, a line a row. Column numbers that do not fit are written downwards.
std::string lay_out_table(const sim::Grid& grid, CellSize size, Positioning positioning,
                          const std::function<Sign(sim::Cell)>& sign_of);

}  // namespace sapper::experiments::minesweeper
