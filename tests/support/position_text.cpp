#include "tests/support/position_text.hpp"

#include <sstream>
#include <stdexcept>
#include <utility>

namespace sapper::tests {

using sim::Cell;
using sim::View;

Position hidden_position(int rows, int cols, sim::Topology topology, std::uint32_t mine_count,
                         std::vector<Cell> free_by_rule) {
  auto grid = std::make_shared<const sim::Grid>(rows, cols, topology);
  View view(*grid, mine_count, std::move(free_by_rule));
  return {std::move(grid), std::move(view)};
}

Position position_from_rows(const std::vector<std::string>& rows, std::uint32_t mine_count,
                            sim::Topology topology, std::vector<Cell> free_by_rule) {
  Position position = hidden_position(static_cast<int>(rows.size()), static_cast<int>(rows.at(0).size()),
                                      topology, mine_count, std::move(free_by_rule));
  Cell cell = 0;
  for (const std::string& row : rows) {
    if (row.size() != rows[0].size()) throw std::invalid_argument("ragged rows");
    for (const char sign : row) {
      if (sign == 'F')
        position.view.set_flag(cell, true);
      else if (sign >= '0' && sign <= '8')
        position.view.show(cell, sign - '0');
      else if (sign != '.')
        throw std::invalid_argument(std::string("not a sign of a position: ") + sign);
      ++cell;
    }
  }
  return position;
}

std::string text_of(const View& view) {
  const sim::Grid& grid = view.grid();
  std::ostringstream text;
  text << grid.rows() << " x " << grid.cols() << " " << name_of(grid.topology()) << ", mines "
       << view.mine_count();
  if (!view.free_by_rule().empty()) text << ", free by rule";
  for (const Cell cell : view.free_by_rule()) text << " " << cell;
  text << "\n";
  for (int row = 0; row < grid.rows(); ++row) {
    text << "  \"";
    for (int col = 0; col < grid.cols(); ++col) {
      const Cell cell = grid.at(row, col);
      if (view.is_shown(cell))
        text << view.number(cell);
      else
        text << (view.is_flagged(cell) ? 'F' : '.');
    }
    text << "\",\n";
  }
  return text.str();
}

}  // namespace sapper::tests
