#include "sim/minesweeper/board_statistics.hpp"

namespace sapper::sim {

BoardStatistics BoardCounter::count(const Layout& layout) {
  const Grid& grid = layout.grid();
  BoardStatistics statistics;
  is_opened_.assign(grid.cell_count(), 0);

  const auto open = [&](Cell cell) {
    if (is_opened_[cell]) return;
    is_opened_[cell] = 1;
    ++statistics.opening_cells;
    if (layout.number(cell) == 0) queue_.push_back(cell);
  };
  for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
    if (layout.is_mine(cell) || layout.number(cell) != 0 || is_opened_[cell]) continue;
    ++statistics.openings;
    queue_.clear();
    open(cell);
    for (std::size_t i = 0; i < queue_.size(); ++i)
      for (const Cell neighbor : grid.neighbors(queue_[i])) open(neighbor);
  }
  const auto free_cells = grid.cell_count() - static_cast<std::uint32_t>(layout.mines().size());
  statistics.three_bv = statistics.openings + free_cells - statistics.opening_cells;
  return statistics;
}

}  // namespace sapper::sim
