#include "experiments/play/board_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/analysis/heat_map.hpp"
#include "experiments/play/cell_names.hpp"

namespace sapper::experiments::minesweeper {
namespace {

std::string row_label(int row, Labels labels) {
  return labels == Labels::letters ? row_name(row) : std::to_string(row);
}

int label_width(const sim::Grid& grid, Labels labels) {
  return static_cast<int>(row_label(grid.rows() - 1, labels).size());
}

int shift_of(const sim::Grid& grid, int pitch) {
  return grid.topology() == sim::Topology::hex ? pitch / 2 : 0;
}

void append_blanks(std::string& out, int count) {
  out.append(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

void end_line(std::string& out) {
  while (!out.empty() && out.back() == ' ') out.pop_back();
  out += '\n';
}

// Columns of the board, [first, last).
struct Panel {
  int first;
  int last;
};

void append_column_labels(std::string& out, const sim::Grid& grid, CellSize size, Panel panel,
                          Labels labels) {
  const int first_label = labels == Labels::letters ? 1 : 0;
  const int room = size.pitch > size.field ? size.field : size.field - 1;
  const int digits = static_cast<int>(std::to_string(grid.cols() - 1 + first_label).size());
  const bool is_downwards = digits > room;
  for (int line = 0; line < (is_downwards ? digits : 1); ++line) {
    append_blanks(out, label_width(grid, labels) + 1);
    for (int col = panel.first; col < panel.last; ++col) {
      std::string label = fmt::format("{:>{}}", col + first_label, is_downwards ? digits : size.field);
      if (is_downwards) label = fmt::format("{:>{}}", label[static_cast<std::size_t>(line)], size.field);
      out += label;
      append_blanks(out, size.pitch - size.field);
    }
    end_line(out);
  }
}

void append_row(std::string& out, const sim::Grid& grid, int row, CellSize size, Positioning positioning,
                Panel panel, Labels labels, const std::function<Sign(sim::Cell)>& sign_of) {
  int column = label_width(grid, labels) + 1;  // of the terminal, from 0
  out += fmt::format("{:>{}} ", row_label(row, labels), label_width(grid, labels));
  if (row % 2 == 1) {
    append_blanks(out, shift_of(grid, size.pitch));
    column += shift_of(grid, size.pitch);
  }
  for (int col = panel.first; col < panel.last; ++col) {
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

int table_width(const sim::Grid& grid, int pitch, Labels labels) {
  return label_width(grid, labels) + 1 + grid.cols() * pitch + shift_of(grid, pitch);
}

std::string lay_out_table(const sim::Grid& grid, CellSize size, Positioning positioning, int columns,
                          Labels labels, const std::function<Sign(sim::Cell)>& sign_of) {
  const int width = panel_width(grid, size.pitch, columns, labels);
  std::string out;
  for (int first = 0; first < grid.cols(); first += width) {
    const Panel panel{first, std::min(first + width, grid.cols())};
    if (first > 0) out += '\n';
    append_column_labels(out, grid, size, panel, labels);
    for (int row = 0; row < grid.rows(); ++row)
      append_row(out, grid, row, size, positioning, panel, labels, sign_of);
  }
  return out;
}

}  // namespace sapper::experiments::minesweeper
