#include "tests/support/naive_rules.hpp"

#include <algorithm>
#include <limits>

namespace sapper::tests {

using sim::Cell;
using sim::View;

KnownCells known_by_rules(const View& view) {
  enum class Belief { unknown, safe, mine };
  const Cell cell_count = view.grid().cell_count();
  std::vector<Belief> beliefs(cell_count, Belief::unknown);
  for (const Cell cell : view.free_by_rule()) beliefs[cell] = Belief::safe;

  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (Cell cell = 0; cell < cell_count; ++cell) {
      if (view.is_hidden(cell)) continue;
      int mines = 0;
      std::vector<Cell> unknown;
      for (const Cell neighbor : view.grid().neighbors(cell)) {
        if (view.is_shown(neighbor)) continue;
        mines += beliefs[neighbor] == Belief::mine;
        if (beliefs[neighbor] == Belief::unknown) unknown.push_back(neighbor);
      }
      if (unknown.empty()) continue;
      const bool all_mines = mines + static_cast<int>(unknown.size()) == view.number(cell);
      const bool all_safe = mines == view.number(cell);
      if (!all_mines && !all_safe) continue;
      for (const Cell neighbor : unknown) beliefs[neighbor] = all_mines ? Belief::mine : Belief::safe;
      has_changed = true;
    }
  }

  KnownCells known;
  for (Cell cell = 0; cell < cell_count; ++cell) {
    if (view.is_shown(cell)) continue;
    if (beliefs[cell] == Belief::safe) known.safe.push_back(cell);
    if (beliefs[cell] == Belief::mine) known.mine.push_back(cell);
  }
  return known;
}

KnownCells known_by_layouts(const View& view, const LayoutCounts& counts) {
  KnownCells known;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell)) continue;
    if (counts.is_certain_safe(cell)) known.safe.push_back(cell);
    if (counts.is_certain_mine(cell)) known.mine.push_back(cell);
  }
  return known;
}

std::vector<Cell> hidden_cells_without(const View& view, const std::vector<Cell>& mines) {
  std::vector<Cell> cells;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_hidden(cell) && !std::ranges::binary_search(mines, cell)) cells.push_back(cell);
  return cells;
}

std::vector<Cell> cells_of_least_risk(const View& view, const LayoutCounts& counts) {
  std::vector<Cell> cells;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell) || counts.with_mine[cell] > least) continue;
    if (counts.with_mine[cell] < least) cells.clear();
    least = counts.with_mine[cell];
    cells.push_back(cell);
  }
  return cells;
}

}  // namespace sapper::tests
