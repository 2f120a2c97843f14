// How people name the cells of a board: a letter for the row and a number from 1 for the column. B7 is the second
// row, seventh column; after row Z come AA, AB ... AZ, BA and so on. Files and reports write row,col from 0, which
// is also read: B7 is 1,6.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {

std::string row_name(int row);                                     // row from 0
std::string cell_name(const sim::Grid& grid, sim::Cell cell);      // B7
std::string file_notation(const sim::Grid& grid, sim::Cell cell);  // 1,6

// A cell to explain the notation with, and the line that does so.
sim::Cell example_cell(const sim::Grid& grid);
std::string notation_note(const sim::Grid& grid);

// A text read as a cell, in either notation and letters of either case; or why it is not one, and what would be.
struct CellReading {
  sim::Cell cell = sim::kNoCell;
  std::string complaint;  // empty with a cell
};
CellReading read_cell(const sim::Grid& grid, std::string_view text);

// Row or column by its name, from 0; nullopt if the board has none of that name.
std::optional<int> read_row(const sim::Grid& grid, std::string_view text);
std::optional<int> read_col(const sim::Grid& grid, std::string_view text);

// `A to I`, `1 to 9`; `A` or `1` alone on boards with one.
std::string row_range(const sim::Grid& grid);
std::string col_range(const sim::Grid& grid);

}  // namespace sapper::experiments::minesweeper
