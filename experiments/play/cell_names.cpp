#include "experiments/play/cell_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/play/typed_line.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

constexpr int kLetters = 26;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char as_capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

CellReading read_file_notation(const sim::Grid& grid, std::string_view text, std::size_t comma) {
  const auto up_to = [](std::string_view number, int most) {
    return sim::parse_whole_number(number, static_cast<std::uint64_t>(most));
  };
  const auto row = up_to(trimmed(text.substr(0, comma)), grid.rows() - 1);
  const auto col = up_to(trimmed(text.substr(comma + 1)), grid.cols() - 1);
  if (!row || !col)
    return {sim::kNoCell, fmt::format("{} is not a cell; in row,col from 0 cells are 0,0 to {}",
                                      quoted_input(text), file_notation(grid, grid.cell_count() - 1))};
  return {grid.at(static_cast<int>(*row), static_cast<int>(*col)), {}};
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

std::string file_notation(const sim::Grid& grid, sim::Cell cell) {
  return fmt::format("{},{}", grid.row_of(cell), grid.col_of(cell));
}

sim::Cell example_cell(const sim::Grid& grid) {
  return grid.at(std::min(1, grid.rows() - 1), std::min(6, grid.cols() - 1));
}

std::string notation_note(const sim::Grid& grid) {
  const sim::Cell cell = example_cell(grid);
  return fmt::format("Cells are a row letter and a column number, or row,col from 0 as in files: {} is {}.\n",
                     cell_name(grid, cell), file_notation(grid, cell));
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

CellReading read_cell(const sim::Grid& grid, std::string_view text) {
  if (const auto comma = text.find(','); comma != std::string_view::npos)
    return read_file_notation(grid, text, comma);
  const auto digits = std::find_if_not(text.begin(), text.end(), is_letter);
  const std::string_view row_text(text.begin(), digits);
  const std::string_view col_text(digits, text.end());
  if (row_text.empty() || col_text.empty() || !std::all_of(digits, text.end(), is_digit)) {
    const sim::Cell last = grid.cell_count() - 1;
    return {sim::kNoCell,
            fmt::format("{} is not a cell such as {} (rows {}, columns {}), or {} in row,col from 0",
                        quoted_input(text), cell_name(grid, last), row_range(grid), col_range(grid),
                        file_notation(grid, last))};
  }
  const auto row = read_row(grid, row_text);
  const auto col = read_col(grid, col_text);
  if (!row)
    return {sim::kNoCell,
            fmt::format("There is no row {}; rows: {}", quoted_input(row_text), row_range(grid))};
  if (!col)
    return {sim::kNoCell,
            fmt::format("There is no column {}; columns: {}", quoted_input(col_text), col_range(grid))};
  return {grid.at(*row, *col), {}};
}

std::string row_range(const sim::Grid& grid) {
  return grid.rows() == 1 ? row_name(0) : "A to " + row_name(grid.rows() - 1);
}
std::string col_range(const sim::Grid& grid) {
  return grid.cols() == 1 ? "1" : fmt::format("1 to {}", grid.cols());
}

}  // namespace sapper::experiments::minesweeper
