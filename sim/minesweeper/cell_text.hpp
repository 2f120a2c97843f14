// Cells and boards as text, alike in files, options, messages and reports: a cell is `row,col` from 0; a board is a line
// per row, with a sign for each cell.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/grid.hpp"
#include "sim/minesweeper/view.hpp"

namespace sapper::sim {

// `3,4`
std::string cell_text(BoardSize size, Cell cell);
inline std::string cell_text(const Grid& grid, Cell cell) { return cell_text(grid.size(), cell); }
// `0,0 to 15,29`: the first and the last cell, for messages that say which cells there are.
std::string cell_range(BoardSize size);

// The cell named by two decimal numbers, or by a text like `3,4`; nullopt if a board of this size has no such cell.
std::optional<Cell> parse_cell(std::string_view row, std::string_view col, BoardSize size);
std::optional<Cell> parse_cell(std::string_view text, BoardSize size);

// `.` for kHidden, otherwise the number.
inline char sign_of(std::uint8_t number) { return number == kHidden ? '.' : static_cast<char>('0' + number); }
// The same, with F for a flagged cell.
inline char sign_of(const View& view, Cell cell) {
  if (view.is_shown(cell)) return static_cast<char>('0' + view.number(cell));
  return view.is_flagged(cell) ? 'F' : '.';
}

// [row] the signs of its cells; sign(cell) returns a char.
template <class Sign>
std::vector<std::string> board_rows(const Grid& grid, const Sign& sign) {
  std::vector<std::string> rows(static_cast<std::size_t>(grid.rows()));
  Cell cell = 0;
  for (std::string& row : rows) {
    row.reserve(static_cast<std::size_t>(grid.cols()));
    for (int col = 0; col < grid.cols(); ++col) row += sign(cell++);
  }
  return rows;
}

}  // namespace sapper::sim
