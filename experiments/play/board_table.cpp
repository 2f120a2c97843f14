#include "experiments/play/board_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "experiments/play/dialogue.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {

namespace {

constexpr int kLetters = 26;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

std::string cell_name(const sim::Grid& grid, sim::Cell cell, AxisLabels labels) {
  if (labels == AxisLabels::numbers) return sim::cell_text(grid, cell);
  return row_label(grid.row_of(cell), labels) + std::to_string(grid.col_of(cell) + 1);
}

sim::Cell example_cell(const sim::Grid& grid) {
  return grid.at(std::min(1, grid.rows() - 1), std::min(6, grid.cols() - 1));
}

std::string notation_note(const sim::Grid& grid, AxisLabels labels) {
  const sim::Cell cell = example_cell(grid);
  if (labels == AxisLabels::numbers)
    return fmt::format("Cells are row,col from 0: {} is row {}, column {}.\n", sim::cell_text(grid, cell),
                       grid.row_of(cell), grid.col_of(cell));
  return fmt::format("Cells are a row letter and a column number, or row,col from 0 as in files: {} is {}.\n",
                     cell_name(grid, cell, labels), sim::cell_text(grid, cell));
}

std::optional<int> read_row(const sim::Grid& grid, std::string_view text) {
  int row = 0;
  for (const char c : text) {
    if (!is_letter(c)) return std::nullopt;
    row = row * kLetters + (c & 0x1F);  // A and a are 1
    if (row > grid.rows()) return std::nullopt;
  }
  return row == 0 ? std::nullopt : std::optional(row - 1);
}

std::optional<int> read_col(const sim::Grid& grid, std::string_view text) {
  const auto col = sim::parse_whole_number(text, static_cast<std::uint64_t>(grid.cols()));
  return !col || *col == 0 ? std::nullopt : std::optional(static_cast<int>(*col) - 1);
}

CellReading read_cell(const sim::Grid& grid, std::string_view text, AxisLabels labels) {
  const auto letters = static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin());
  if (letters > 0 && text.find(',') == std::string_view::npos) {
    const std::string_view row_text = text.substr(0, letters), col_text = trimmed(text.substr(letters));
    if (!col_text.empty() && col_text.find_first_not_of("0123456789") == std::string_view::npos) {
      const auto row = read_row(grid, row_text);
      const auto col = read_col(grid, col_text);
      if (row && col) return {grid.at(*row, *col)};
      const auto [thing, typed, range] = row ? std::tuple("column", col_text, col_range(grid))
                                             : std::tuple("row", row_text, row_range(grid));
      return {.complaint = fmt::format("There is no {0} {1}; {0}s: {2}", thing, quoted_input(typed), range)};
    }
  } else {  // as files write it
    const auto comma = text.find(',');
    const auto gap = comma != std::string_view::npos ? comma : text.find_first_of(" \t");
    if (gap != std::string_view::npos)
      if (const auto cell =
              sim::parse_cell(trimmed(text.substr(0, gap)), trimmed(text.substr(gap + 1)), grid.size()))
        return {*cell};
  }
  std::string cells = "row,col from " + sim::cell_range(grid.size());
  if (labels == AxisLabels::letters)
    cells = fmt::format("{} to {}, or {}", cell_name(grid, 0, labels),
                        cell_name(grid, grid.cell_count() - 1, labels), cells);
  return {.complaint = fmt::format("{} is not a cell; cells are {}", quoted_input(text), cells)};
}

std::string row_range(const sim::Grid& grid) {
  return (grid.rows() == 1 ? "" : "A to ") + row_label(grid.rows() - 1, AxisLabels::letters);
}
std::string col_range(const sim::Grid& grid) {
  return grid.cols() == 1 ? "1" : fmt::format("1 to {}", grid.cols());
}

}  // namespace sapper::experiments::minesweeper
