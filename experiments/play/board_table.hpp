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
  int field = 1;  // of these for the sign, aligned right; at most `pitch`. A wider sign fills the pitch.
};

// The columns of the terminal that the whole board takes.
int table_width(const sim::Grid& grid, int pitch);

// What follows a sign: blanks, or, for signs whose width depends on the terminal, an escape sequence that sets the
// cursor to the next cell.
enum class Positioning : std::uint8_t { blanks, cursor };

// The board with labels, one line per row. Column numbers too long for a cell are written downwards. A board
// wider than `columns` (0: no limit) is split into panels of about as many board columns each, one below the
// other.
std::string lay_out_table(const sim::Grid& grid, CellSize size, Positioning positioning, int columns,
                          const std::function<Sign(sim::Cell)>& sign_of);

}  // namespace sapper::experiments::minesweeper
