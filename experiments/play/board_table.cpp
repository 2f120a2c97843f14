#include "experiments/play/board_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "experiments/analysis/heat_map.hpp"
#include "experiments/play/dialogue.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {

namespace {

constexpr int kLetters = 26;

void append_blanks(std::string& out, int count) {
  out.append(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

void end_line(std::string& out) {
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

Window whole_board(const sim::Grid& grid) { return {0, grid.rows(), 0, grid.cols()}; }

int BoardTable::label_width() const { return static_cast<int>(row_label(grid_.rows() - 1, labels_).size()); }

int BoardTable::shift_of(int row) const {
  return grid_.has_shifted_rows() && row % 2 == 1 ? size_.pitch / 2 : 0;
}

int BoardTable::width() const {
  return label_width() + 1 + grid_.cols() * size_.pitch + (grid_.has_shifted_rows() ? size_.pitch / 2 : 0);
}

int BoardTable::label_digits() const {
  return static_cast<int>(std::to_string(grid_.cols() - 1 + first_col_label(labels_)).size());
}

bool BoardTable::is_downwards() const {
  return label_digits() > (size_.pitch > size_.field ? size_.field : size_.field - 1);
}

int BoardTable::label_lines() const { return is_downwards() ? label_digits() : 1; }

int BoardTable::end_of_sign(sim::Cell cell, const Window& window) const {
  return label_width() + 1 + shift_of(grid_.row_of(cell)) +
         (grid_.col_of(cell) - window.first_col) * size_.pitch + size_.field - 1;
}

void BoardTable::append_column_labels(std::string& out, const Window& window) const {
  for (int line = 0; line < label_lines(); ++line) {
    append_blanks(out, label_width() + 1);
    for (int col = window.first_col; col < window.last_col; ++col) {
      std::string label = std::to_string(col + first_col_label(labels_));
      if (is_downwards())
        label = fmt::format("{:>{}}", label, label_digits())[static_cast<std::size_t>(line)];
      out += fmt::format("{:>{}}", label, size_.field);
      append_blanks(out, size_.pitch - size_.field);
    }
    end_line(out);
  }
}

void BoardTable::append_row(std::string& out, int row, const Window& window, Positioning positioning,
                            const SignOf& sign_of) const {
  out += fmt::format("{:>{}} ", row_label(row, labels_), label_width());
  append_blanks(out, shift_of(row));
  int column = label_width() + 1 + shift_of(row);
  for (int col = window.first_col; col < window.last_col; ++col) {
    const Sign sign = sign_of(grid_.at(row, col));
    out += sign.colour;
    append_blanks(out, size_.field - sign.width);
    out += sign.text;
    if (!sign.colour.empty()) out += kPlainColour;
    column += size_.pitch;
    if (positioning == Positioning::cursor)
      out += fmt::format("\x1b[{}G", column + 1);
    else
      append_blanks(out, size_.pitch - std::max(size_.field, sign.width));
  }
  end_line(out);
}

std::string BoardTable::draw(const Window& window, Positioning positioning, const SignOf& sign_of) const {
  std::string out;
  append_column_labels(out, window);
  for (int row = window.first_row; row < window.last_row; ++row)
    append_row(out, row, window, positioning, sign_of);
  return out;
}

std::string BoardTable::draw_all(int columns, Positioning positioning, const SignOf& sign_of) const {
  int panels = 1;
  if (columns > 0 && width() > columns) {
    const int beside = width() - grid_.cols() * size_.pitch;
    const int most = std::max((columns - beside) / size_.pitch, 1);
    panels = (grid_.cols() + most - 1) / most;
  }
  const int cols = (grid_.cols() + panels - 1) / panels;  // of the board in each panel
  std::string out;
  for (int first = 0; first < grid_.cols(); first += cols) {
    if (first > 0) out += '\n';
    out += draw({0, grid_.rows(), first, std::min(first + cols, grid_.cols())}, positioning, sign_of);
  }
  return out;
}

std::string row_label(int row, Labels labels) {
  if (labels == Labels::numbers) return std::to_string(row);
  std::string name;
  for (int rest = row + 1; rest > 0; rest = (rest - 1) / kLetters)
    name.insert(name.begin(), static_cast<char>('A' + (rest - 1) % kLetters));
  return name;
}

int first_col_label(Labels labels) { return labels == Labels::letters ? 1 : 0; }

std::string cell_name(const sim::Grid& grid, sim::Cell cell, Labels labels) {
  if (labels == Labels::numbers) return sim::cell_text(grid, cell);
  return row_label(grid.row_of(cell), labels) + std::to_string(grid.col_of(cell) + 1);
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

CellReading read_cell(const sim::Grid& grid, std::string_view text, Labels labels) {
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
  if (labels == Labels::letters)
    cells = fmt::format("{} to {}, or {}", cell_name(grid, 0, labels),
                        cell_name(grid, grid.cell_count() - 1, labels), cells);
  return {.complaint = fmt::format("{} is not a cell; cells are {}", quoted_input(text), cells)};
}

std::string row_range(const sim::Grid& grid) {
  return (grid.rows() == 1 ? "" : "A to ") + row_label(grid.rows() - 1, Labels::letters);
}
std::string col_range(const sim::Grid& grid) {
  return grid.cols() == 1 ? "1" : fmt::format("1 to {}", grid.cols());
}

}  // namespace sapper::experiments::minesweeper
