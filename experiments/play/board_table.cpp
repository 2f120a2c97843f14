#include "experiments/play/board_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/analysis/heat_map.hpp"
#include "experiments/play/cell_names.hpp"

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

}  // namespace sapper::experiments::minesweeper
