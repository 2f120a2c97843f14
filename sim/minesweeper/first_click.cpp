#include "sim/minesweeper/first_click.hpp"

#include <algorithm>

namespace sapper::sim {

std::string_view name_of(FirstClickRule rule) {
  return kFirstClickRules[static_cast<std::size_t>(rule)].name;
}

void ProtectedCells::add(Cell cell) {
  const auto end = cells_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto place = std::lower_bound(cells_.begin(), end, cell);
  if (place != end && *place == cell) return;
  SAPPER_EXPECT(count_ < cells_.size());
  std::copy_backward(place, end, end + 1);
  *place = cell;
  ++count_;
}

ProtectedCells corners(const Grid& grid) {
  const int bottom = grid.rows() - 1;
  const int right = grid.cols() - 1;
  ProtectedCells cells;
  for (const Cell corner : {grid.at(0, 0), grid.at(0, right), grid.at(bottom, 0), grid.at(bottom, right)})
    cells.add(corner);
  return cells;
}

ProtectedCells protected_cells(const Grid& grid, FirstClickRule rule, Cell first) {
  ProtectedCells cells;
  switch (rule) {
    case FirstClickRule::unprotected:
      break;
    case FirstClickRule::safe:
    case FirstClickRule::relocate:
      cells.add(first);
      break;
    case FirstClickRule::opening:
      cells.add(first);
      for (const Cell neighbor : grid.neighbors(first)) cells.add(neighbor);
      break;
    case FirstClickRule::safe_corners:
      cells = corners(grid);
      break;
  }
  return cells;
}

std::uint32_t most_protected_cells(const Grid& grid, FirstClickRule rule) {
  std::uint32_t most = 0;
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    most = std::max(most, protected_cells(grid, rule, cell).count());
  return most;
}

void lay_mines(Layout& layout, FirstClickRule rule, Cell first, std::uint32_t mine_count, const GameId& id) {
  const Grid& grid = layout.grid();
  Stream random(id, Purpose::layout);
  if (rule == FirstClickRule::relocate) {
    layout.lay_uniformly(mine_count, grid.cell_count(), random, [](Cell) { return true; });
    relocate_mine(layout, first, id);
    return;
  }
  const ProtectedCells kept_free = protected_cells(grid, rule, first);
  layout.lay_uniformly(mine_count, grid.cell_count() - kept_free.count(), random,
                       [&](Cell cell) { return !kept_free.contains(cell); });
}

void relocate_mine(Layout& layout, Cell from, const GameId& id) {
  if (!layout.is_mine(from)) return;
  Stream random(id, Purpose::relocation);
  const std::uint32_t cells = layout.grid().cell_count();
  SAPPER_EXPECT(layout.mines().size() < cells);
  Cell to = random.below(cells);
  while (layout.is_mine(to)) to = random.below(cells);
  layout.remove_mine(from);
  layout.add_mine(to);
}

}  // namespace sapper::sim
