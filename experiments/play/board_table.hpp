// The rows and columns of a board as text: labels, alignment, the shift of hexagonal rows.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "experiments/play/cell_names.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {

// The content of a cell.
struct Sign {
  std::string text;
  int width = 1;       // columns that the text takes
  std::string colour;  // an escape sequence; empty: none
};

// How wide cells are, in columns of the terminal.
struct CellSize {
  int pitch = 2;  // from one cell to the next
  int field = 1;  // columns for the sign, right-aligned; at most `pitch`. A wider sign fills the pitch.
};

std::string row_label(int row, Labels labels);

// The width of the whole board in columns of the terminal.
int table_width(const sim::Grid& grid, int pitch, Labels labels);

// A part of the board: rows [first_row, last_row), columns [first_col, last_col).
struct Window {
  int first_row = 0;
  int last_row = 0;
  int first_col = 0;
  int last_col = 0;

  bool operator==(const Window&) const = default;
};
Window whole_board(const sim::Grid& grid);

// The number of lines of the column labels, and the terminal column, from 0, in which a cell's sign ends.
int label_lines(const sim::Grid& grid, CellSize size, Labels labels);
int end_of_sign(const sim::Grid& grid, sim::Cell cell, CellSize size, Labels labels, const Window& window);

// What follows a sign: blanks, or, for signs whose width depends on the terminal, an escape sequence that moves the
// cursor to the next cell.
enum class Positioning : std::uint8_t { blanks, cursor };

// The board with labels, one line per row. Column numbers too long for a cell are written vertically. A board wider
// than `columns` (0: no limit) is split into panels of about equal width, one below the other.
std::string lay_out_table(const sim::Grid& grid, CellSize size, Positioning positioning, int columns,
                          Labels labels, const std::function<Sign(sim::Cell)>& sign_of);

// The same for a part of the board, in one panel.
std::string lay_out_window(const sim::Grid& grid, CellSize size, Positioning positioning,
                           const Window& window, Labels labels,
                           const std::function<Sign(sim::Cell)>& sign_of);

}  // namespace sapper::experiments::minesweeper
