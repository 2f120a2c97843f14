#include "solvers/minesweeper/choice/away_cells.hpp"

namespace sapper::solvers {

AwayCells::AwayCells(const sim::Grid& grid)
    : grid_(&grid),
      near_(grid),
      far_by_mine_(grid),
      clear_(grid),
      by_mine_(grid),
      some_(grid),
      around_(grid) {
  for (int neighbors = 0; neighbors <= sim::kMaxNeighbors; ++neighbors) {
    Class some{neighbors, sim::CellPlane(grid)};
    bool has_cells = false;
    for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell) {
      if (grid.neighbors(cell).size() != neighbors) continue;
      some.cells.insert(grid.place_of(cell));
      has_cells = true;
    }
    if (has_cells) classes_.push_back(std::move(some));
  }
}

void AwayCells::find(const LocalRules& knowledge) {
  const sim::CellPlane& unknown = knowledge.unknown();
  const sim::CellPlane& hidden = knowledge.view().hidden();
  const std::uint32_t words = grid_->word_count();
  for (std::uint32_t word = 0; word < words; ++word) some_[word] = grid_->all_cells()[word] & ~hidden[word];
  sim::find_neighborhood(*grid_, some_, around_);
  for (std::uint32_t word = 0; word < words; ++word) {
    some_[word] = unknown[word] & around_[word];  // the frontier
    clear_[word] = unknown[word] & ~around_[word];
  }
  sim::find_neighborhood(*grid_, some_, around_);
  sim::find_neighborhood(*grid_, knowledge.mines(), by_mine_);
  for (std::uint32_t word = 0; word < words; ++word) {
    near_[word] = clear_[word] & around_[word];
    const std::uint32_t far = clear_[word] & ~around_[word];
    far_by_mine_[word] = far & by_mine_[word];
    clear_[word] = far & ~by_mine_[word];
  }
}

// The first on the board of those that are clear, or kNoCell.
sim::Cell AwayCells::first_in(const sim::CellPlane& cells) const {
  sim::Cell first = sim::kNoCell;
  sim::visit_cells(
      *grid_, [&](std::uint32_t word) { return cells[word] & clear_[word]; },
      [&](sim::Cell cell) {
        first = cell;
        return false;
      });
  return first;
}

}  // namespace sapper::solvers
