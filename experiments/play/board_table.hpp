// The rows and columns of a board as text: labels, alignment, the shift of hexagonal rows.
#pragma once

#include <cstdint>
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

// What rows and columns are called: rows by letters and columns from 1, as people name cells, or both by numbers
// from 0, as files do.
enum class Labels : std::uint8_t { letters, numbers };

// The columns of the terminal that the whole board takes.
int table_width(const sim::Grid& grid, int pitch, Labels labels);

// What follows a sign: blanks, or, for signs whose width depends on the terminal, an escape sequence that sets the
// cursor to the next cell.
enum class Positioning : std::uint8_t { blanks, cursor };

// The board with labels, one line per row. Column numbers too long for a cell are written downwards. A board
// wider than `columns` (0: no limit) is split into panels of about as many board columns each, one below the
// other.
std::string lay_out_table(const sim::Grid& grid, CellSize size, Positioning positioning, int columns,
                          Labels labels, const std::function<Sign(sim::Cell)>& sign_of);

}  // namespace sapper::experiments::minesweeper
