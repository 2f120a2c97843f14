#include "experiments/play/board_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <ostream>

#include "experiments/analysis/heat_map.hpp"
#include "experiments/support/line_reader.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments::minesweeper {

namespace {

int label_width(const sim::Grid& grid, Labels labels) {
  return static_cast<int>(row_label(grid.rows() - 1, labels).size());
}

int shift_of(const sim::Grid& grid, int pitch) { return grid.has_shifted_rows() ? pitch / 2 : 0; }

void append_blanks(std::string& out, int count) {
  out.append(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

void end_line(std::string& out) {
  while (!out.empty() && out.back() == ' ') out.pop_back();
  out += '\n';
}

// The digits of the longest column label, and the width available for one.
int label_digits(const sim::Grid& grid, Labels labels) {
  return static_cast<int>(std::to_string(grid.cols() - (labels == Labels::letters ? 0 : 1)).size());
}
int label_room(CellSize size) { return size.pitch > size.field ? size.field : size.field - 1; }

void append_column_labels(std::string& out, const sim::Grid& grid, CellSize size, const Window& window,
                          Labels labels) {
  const int first_label = labels == Labels::letters ? 1 : 0;
  const int digits = label_digits(grid, labels);
  const bool is_downwards = digits > label_room(size);
  for (int line = 0; line < label_lines(grid, size, labels); ++line) {
    append_blanks(out, label_width(grid, labels) + 1);
    for (int col = window.first_col; col < window.last_col; ++col) {
      std::string label = fmt::format("{:>{}}", col + first_label, is_downwards ? digits : size.field);
      if (is_downwards) label = fmt::format("{:>{}}", label[static_cast<std::size_t>(line)], size.field);
      out += label;
      append_blanks(out, size.pitch - size.field);
    }
    end_line(out);
  }
}

void append_row(std::string& out, const sim::Grid& grid, int row, CellSize size, Positioning positioning,
                const Window& window, Labels labels, const std::function<Sign(sim::Cell)>& sign_of) {
  int column = label_width(grid, labels) + 1;  // of the terminal, from 0
  out += fmt::format("{:>{}} ", row_label(row, labels), label_width(grid, labels));
  if (row % 2 == 1) {
    append_blanks(out, shift_of(grid, size.pitch));
    column += shift_of(grid, size.pitch);
  }
  for (int col = window.first_col; col < window.last_col; ++col) {
    const Sign sign = sign_of(grid.at(row, col));
    if (!sign.colour.empty()) out += sign.colour;
    append_blanks(out, size.field - sign.width);
    out += sign.text;
    if (!sign.colour.empty()) out += kPlainColour;
    column += size.pitch;
    if (positioning == Positioning::cursor)
      out += fmt::format("\x1b[{}G", column + 1);
    else
      append_blanks(out, size.pitch - std::max(size.field, sign.width));
  }
  end_line(out);
}

// Columns of the board in each panel.
int panel_width(const sim::Grid& grid, int pitch, int columns, Labels labels) {
  if (columns == 0 || table_width(grid, pitch, labels) <= columns) return grid.cols();
  const int most = std::max((columns - label_width(grid, labels) - 1 - shift_of(grid, pitch)) / pitch, 1);
  const int panels = (grid.cols() + most - 1) / most;
  return (grid.cols() + panels - 1) / panels;
}

}  // namespace

std::string row_label(int row, Labels labels) {
  return labels == Labels::letters ? row_name(row) : std::to_string(row);
}

int table_width(const sim::Grid& grid, int pitch, Labels labels) {
  return label_width(grid, labels) + 1 + grid.cols() * pitch + shift_of(grid, pitch);
}

Window whole_board(const sim::Grid& grid) { return {0, grid.rows(), 0, grid.cols()}; }

int label_lines(const sim::Grid& grid, CellSize size, Labels labels) {
  const int digits = label_digits(grid, labels);
  return digits > label_room(size) ? digits : 1;
}

int end_of_sign(const sim::Grid& grid, sim::Cell cell, CellSize size, Labels labels, const Window& window) {
  const int shift = grid.row_of(cell) % 2 == 1 ? shift_of(grid, size.pitch) : 0;
  return label_width(grid, labels) + 1 + shift + (grid.col_of(cell) - window.first_col) * size.pitch +
         size.field - 1;
}

std::string lay_out_window(const sim::Grid& grid, CellSize size, Positioning positioning,
                           const Window& window, Labels labels,
                           const std::function<Sign(sim::Cell)>& sign_of) {
  std::string out;
  append_column_labels(out, grid, size, window, labels);
  for (int row = window.first_row; row < window.last_row; ++row)
    append_row(out, grid, row, size, positioning, window, labels, sign_of);
  return out;
}

std::string lay_out_table(const sim::Grid& grid, CellSize size, Positioning positioning, int columns,
                          Labels labels, const std::function<Sign(sim::Cell)>& sign_of) {
  const int width = panel_width(grid, size.pitch, columns, labels);
  std::string out;
  for (int first = 0; first < grid.cols(); first += width) {
    if (first > 0) out += '\n';
    out += lay_out_window(grid, size, positioning,
                          {0, grid.rows(), first, std::min(first + width, grid.cols())}, labels, sign_of);
  }
  return out;
}

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

namespace sapper::experiments {

namespace {

constexpr std::size_t kMostQuoted = 40;  // characters

bool is_blank_or_line_end(char c) { return sim::is_blank(c) || c == '\r' || c == '\n'; }

}  // namespace

std::optional<std::string> ask_line(std::string_view question, std::istream& in, std::ostream& out,
                                    Echo echo) {
  out << question << std::flush;
  const std::optional<std::string> line = read_input_line(in);
  if (!line) {
    out << '\n';
    return std::nullopt;
  }
  const std::string_view answer = trimmed(*line);
  if (echo == Echo::yes) out << answer << '\n';
  return std::string(answer);
}

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && is_blank_or_line_end(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_blank_or_line_end(line.back())) line.remove_suffix(1);
  return line;
}

std::string quoted_input(std::string_view text) { return '"' + printable(text, kMostQuoted) + '"'; }

}  // namespace sapper::experiments
