#include "sim/minesweeper/cell_text.hpp"

#include <algorithm>

#include "sim/support/text.hpp"

namespace sapper::sim {

std::string cell_text(BoardSize size, Cell cell) {
  const auto [row, col] = row_col_of(size, cell);
  return std::to_string(row) + "," + std::to_string(col);
}

std::string cell_range(BoardSize size) {
  return "0,0 to " + std::to_string(size.rows - 1) + "," + std::to_string(size.cols - 1);
}

std::optional<Cell> parse_cell(std::string_view row, std::string_view col, BoardSize size) {
  const auto row_number = parse_whole_number(row, static_cast<std::uint64_t>(size.rows) - 1);
  const auto col_number = parse_whole_number(col, static_cast<std::uint64_t>(size.cols) - 1);
  if (!row_number || !col_number) return std::nullopt;
  return static_cast<Cell>(*row_number * static_cast<std::uint64_t>(size.cols) + *col_number);
}

std::optional<Cell> parse_cell(std::string_view text, BoardSize size) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  return parse_cell(text.substr(0, comma), text.substr(comma + 1), size);
}

}  // namespace sapper::sim
