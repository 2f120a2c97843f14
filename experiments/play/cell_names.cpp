#include "experiments/play/cell_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/play/typed_line.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

constexpr int kLetters = 26;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char as_capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

CellReading complaint_of(std::string complaint) { return {sim::kNoCell, std::move(complaint)}; }

// `0,0 to 8,8 (row,col)`, or `A1 to I9, or row,col from 0`.
std::string all_cells(const sim::Grid& grid, Labels labels) {
  const std::string numbers = "row,col from " + sim::cell_range(grid.size());
  if (labels == Labels::numbers) return numbers;
  return fmt::format("{} to {}, or {}", cell_name(grid, 0), cell_name(grid, grid.cell_count() - 1), numbers);
}

CellReading not_a_cell(const sim::Grid& grid, std::string_view text, Labels labels) {
  return complaint_of(
      fmt::format("{} is not a cell; cells are {}", quoted_input(text), all_cells(grid, labels)));
}

// gap: between the row and the column.
CellReading read_file_notation(const sim::Grid& grid, std::string_view text, std::size_t gap, Labels labels) {
  const auto cell = sim::parse_cell(trimmed(text.substr(0, gap)), trimmed(text.substr(gap + 1)), grid.size());
  return cell ? CellReading{*cell, {}} : not_a_cell(grid, text, labels);
}

}  // namespace

std::string row_name(int row) {
  std::string name;
  for (int rest = row + 1; rest > 0; rest = (rest - 1) / kLetters)
    name.insert(name.begin(), static_cast<char>('A' + (rest - 1) % kLetters));
  return name;
}

std::string cell_name(const sim::Grid& grid, sim::Cell cell) {
  return row_name(grid.row_of(cell)) + std::to_string(grid.col_of(cell) + 1);
}

std::string cell_name(const sim::Grid& grid, sim::Cell cell, Labels labels) {
  return labels == Labels::letters ? cell_name(grid, cell) : sim::cell_text(grid, cell);
}

sim::Cell example_cell(const sim::Grid& grid) {
  return grid.at(std::min(1, grid.rows() - 1), std::min(6, grid.cols() - 1));
}

std::string notation_note(const sim::Grid& grid, Labels labels) {
  const sim::Cell cell = example_cell(grid);
  if (labels == Labels::numbers)
    return fmt::format("Cells are row,col from 0: {} is row {}, column {}.\n", sim::cell_text(grid, cell),
                       grid.row_of(cell), grid.col_of(cell));
  return fmt::format("Cells are a row letter and a column number, or row,col from 0 as in files: {} is {}.\n",
                     cell_name(grid, cell), sim::cell_text(grid, cell));
}

std::optional<int> read_row(const sim::Grid& grid, std::string_view text) {
  int row = 0;
  for (const char c : text) {
    if (!is_letter(c)) return std::nullopt;
    row = row * kLetters + (as_capital(c) - 'A' + 1);
    if (row > grid.rows()) return std::nullopt;
  }
  return row == 0 ? std::nullopt : std::optional(row - 1);
}

std::optional<int> read_col(const sim::Grid& grid, std::string_view text) {
  const auto col = sim::parse_whole_number(text, static_cast<std::uint64_t>(grid.cols()));
  return !col || *col == 0 ? std::nullopt : std::optional(static_cast<int>(*col) - 1);
}

CellReading read_cell(const sim::Grid& grid, std::string_view text, Labels labels) {
  if (const auto comma = text.find(','); comma != std::string_view::npos)
    return read_file_notation(grid, text, comma, labels);
  const auto digits = std::find_if_not(text.begin(), text.end(), is_letter);
  const std::string_view row_text(text.begin(), digits);
  if (row_text.empty()) {
    const auto gap = std::find_if(text.begin(), text.end(), sim::is_blank);
    if (gap == text.end()) return not_a_cell(grid, text, labels);
    return read_file_notation(grid, text, static_cast<std::size_t>(gap - text.begin()), labels);
  }
  const std::string_view col_text = trimmed({digits, text.end()});
  if (col_text.empty() || !std::all_of(col_text.begin(), col_text.end(), is_digit))
    return not_a_cell(grid, text, labels);
  const auto row = read_row(grid, row_text);
  const auto col = read_col(grid, col_text);
  if (!row)
    return complaint_of(fmt::format("There is no row {}; rows: {}", quoted_input(row_text), row_range(grid)));
  if (!col)
    return complaint_of(
        fmt::format("There is no column {}; columns: {}", quoted_input(col_text), col_range(grid)));
  return {grid.at(*row, *col), {}};
}

std::string row_range(const sim::Grid& grid) {
  return grid.rows() == 1 ? row_name(0) : "A to " + row_name(grid.rows() - 1);
}
std::string col_range(const sim::Grid& grid) {
  return grid.cols() == 1 ? "1" : fmt::format("1 to {}", grid.cols());
}

}  // namespace sapper::experiments::minesweeper
