// How players name the cells of a board: row,col from 0, as in files, reports and the bot protocol. In the course's
// levels a letter for the row and a number from 1 for the column: B7 is the second row, seventh column, 1,6; after row
// Z come AA, AB ... AZ, BA and so on. Both are accepted everywhere, and `1 6` for 1,6.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "experiments/drawing/text_board.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {

// B7, or 1,6.
std::string cell_name(const sim::Grid& grid, sim::Cell cell, AxisLabels labels);

// An example cell for the explanation of the notation, and that explanation.
sim::Cell example_cell(const sim::Grid& grid);
std::string notation_note(const sim::Grid& grid, AxisLabels labels);

// The result of parsing text as a cell, in either notation, case-insensitive: the cell, or an error with the valid
// input in terms of `labels`.
struct CellReading {
  sim::Cell cell = sim::kNoCell;
  std::string complaint = {};  // empty if there is a cell
};
CellReading read_cell(const sim::Grid& grid, std::string_view text, AxisLabels labels = AxisLabels::numbers);

// Row or column by its name, from 0; nullopt if the board has no such row or column.
std::optional<int> read_row(const sim::Grid& grid, std::string_view text);
std::optional<int> read_col(const sim::Grid& grid, std::string_view text);

// `A to I`, `1 to 9`; `A` or `1` alone on boards with one.
std::string row_range(const sim::Grid& grid);
std::string col_range(const sim::Grid& grid);

}  // namespace sapper::experiments::minesweeper
