#include "sim/minesweeper/first_click.hpp"

#include <algorithm>

namespace sapper::sim {

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

namespace first_click {

ProtectedCells no_cells(const Grid&, Cell) { return {}; }

ProtectedCells first_cell(const Grid&, Cell first) {
  ProtectedCells cells;
  cells.add(first);
  return cells;
}

ProtectedCells first_cell_and_neighbors(const Grid& grid, Cell first) {
  ProtectedCells cells;
  cells.add(first);
  for (const Cell neighbor : grid.neighbors(first)) cells.add(neighbor);
  return cells;
}

ProtectedCells corner_cells(const Grid& grid, Cell) { return corners(grid); }

double no_risk(const Grid&, std::uint32_t, Cell) { return 0; }

double risk_anywhere(const Grid& grid, std::uint32_t mine_count, Cell) {
  return static_cast<double>(mine_count) / grid.cell_count();
}

double risk_outside_corners(const Grid& grid, std::uint32_t mine_count, Cell first) {
  const ProtectedCells kept_free = corners(grid);
  if (kept_free.contains(first)) return 0;
  return static_cast<double>(mine_count) / (grid.cell_count() - kept_free.count());
}

}  // namespace first_click

void relocate_mine(Layout& layout, Cell from, const GameId& id) {
  if (!layout.is_mine(from)) return;
  Stream random(id, StreamPurpose::relocation);
  const std::uint32_t cells = layout.grid().cell_count();
  SAPPER_EXPECT(layout.mines().size() < cells);
  Cell to = random.below(cells);
  while (layout.is_mine(to)) to = random.below(cells);
  layout.remove_mine(from);
  layout.add_mine(to);
}

ProtectedCells protected_cells(const Grid& grid, FirstClickRule rule, Cell first) {
  return row_of(rule).protected_cells(grid, first);
}

void append_protected_cells(const Grid& grid, FirstClickRule rule, Cell first, std::vector<Cell>& cells) {
  const ProtectedCells kept_free = protected_cells(grid, rule, first);
  cells.insert(cells.end(), kept_free.cells().begin(), kept_free.cells().end());
}

std::uint32_t max_protected_cells(const Grid& grid, FirstClickRule rule) {
  const FirstClickRuleRow& row = row_of(rule);
  if (row.protection == Protection::whole_game) return row.protected_cells(grid, kNoCell).count();
  std::uint32_t most = 0;
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    most = std::max(most, row.protected_cells(grid, cell).count());
  return most;
}

std::uint32_t max_mines(const Grid& grid, FirstClickRule rule, Cell first) {
  return grid.cell_count() -
         (first == kNoCell ? max_protected_cells(grid, rule) : protected_cells(grid, rule, first).count());
}

std::vector<Cell> cells_free_by_rule(const Grid& grid, FirstClickRule rule) {
  const FirstClickRuleRow& row = row_of(rule);
  if (row.protection != Protection::whole_game) return {};
  const ProtectedCells kept = row.protected_cells(grid, kNoCell);
  return {kept.cells().begin(), kept.cells().end()};
}

void lay_mines(Layout& layout, FirstClickRule rule, Cell first, std::uint32_t mine_count, const GameId& id) {
  const FirstClickRuleRow& row = row_of(rule);
  const Grid& grid = layout.grid();
  Stream random(id, StreamPurpose::layout);
  if (row.make_room != nullptr) {
    layout.lay_uniformly(mine_count, random, [](auto) {});
    row.make_room(layout, first, id);
    return;
  }
  const ProtectedCells kept_free = row.protected_cells(grid, first);
  layout.lay_uniformly(mine_count, random, [&](auto visit) {
    for (const Cell cell : kept_free.cells()) visit(cell);
  });
}

}  // namespace sapper::sim
