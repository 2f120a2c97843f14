#include "sim/minesweeper/graph_layout.hpp"

#include <algorithm>

#include "sim/support/contracts.hpp"

namespace sapper::sim {

GraphLayout::GraphLayout(const Graph& graph)
    : graph_(&graph), is_mine_(graph.cell_count(), 0), numbers_(graph.cell_count(), 0) {}

void GraphLayout::add_mine(Cell cell) {
  SAPPER_EXPECT(!is_mine(cell));
  is_mine_[cell] = 1;
  mines_.push_back(cell);
  for (const Cell seeing : graph_->seen_by(cell)) ++numbers_[seeing];
}

void GraphLayout::remove_mine(Cell cell) {
  SAPPER_EXPECT(is_mine(cell));
  is_mine_[cell] = 0;
  *std::ranges::find(mines_, cell) = mines_.back();
  mines_.pop_back();
  for (const Cell seeing : graph_->seen_by(cell)) --numbers_[seeing];
}

void GraphLayout::set_mines(std::span<const Cell> mines) {
  for (const Cell mine : mines_) is_mine_[mine] = 0;
  mines_.assign(mines.begin(), mines.end());
  std::ranges::fill(numbers_, 0);
  for (const Cell mine : mines_) {
    is_mine_[mine] = 1;
    for (const Cell seeing : graph_->seen_by(mine)) ++numbers_[seeing];
  }
}

}  // namespace sapper::sim
