#include "experiments/play/board_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/analysis/heat_map.hpp"
#include "experiments/play/cell_names.hpp"

namespace sapper::experiments::minesweeper {
namespace {

int label_width(const sim::Grid& grid) { return static_cast<int>(row_name(grid.rows() - 1).size()); }

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

void append_column_labels(std::string& out, const sim::Grid& grid, CellSize size) {
  const int room = size.pitch > size.field ? size.field : size.field - 1;
  const int digits = static_cast<int>(std::to_string(grid.cols()).size());
  const bool is_downwards = digits > room;
  for (int line = 0; line < (is_downwards ? digits : 1); ++line) {
    append_blanks(out, label_width(grid) + 1);
    for (int col = 1; col <= grid.cols(); ++col) {
      std::string label = fmt::format("{:>{}}", col, is_downwards ? digits : size.field);
      if (is_downwards) label = fmt::format("{:>{}}", label[static_cast<std::size_t>(line)], size.field);
      out += label;
      append_blanks(out, size.pitch - size.field);
    }
    end_line(out);
  }
}

}  // namespace

int table_width(const sim::Grid& grid, int pitch) {
  return label_width(grid) + 1 + grid.cols() * pitch + shift_of(grid, pitch);
}

std::string lay_out_table(const sim::Grid& grid, CellSize size, Positioning positioning,
                          const std::function<Sign(sim::Cell)>& sign_of) {
  std::string out;
  append_column_labels(out, grid, size);
  for (int row = 0; row < grid.rows(); ++row) {
    int column = label_width(grid) + 1;  // of the terminal, from 0
    out += fmt::format("{:>{}} ", row_name(row), label_width(grid));
    if (row % 2 == 1) {
      append_blanks(out, shift_of(grid, size.pitch));
      column += shift_of(grid, size.pitch);
    }
    for (int col = 0; col < grid.cols(); ++col) {
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
  return out;
}

}  // namespace sapper::experiments::minesweeper
