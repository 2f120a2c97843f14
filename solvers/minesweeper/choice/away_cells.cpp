#include "solvers/minesweeper/choice/away_cells.hpp"

#include <algorithm>
#include <utility>

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

void GraphAwayCells::find(const GraphRules& knowledge) {
  const auto cells = static_cast<sim::Cell>(is_on_frontier_.size());
  for (sim::Cell cell = 0; cell < cells; ++cell) {
    const auto is_shown = [&](sim::Cell number) { return knowledge.is_shown(number); };
    is_on_frontier_[cell] =
        knowledge.is_unknown(cell) && std::ranges::any_of(knowledge.seeing(cell), is_shown) ? 1 : 0;
  }
  near_.clear();
  far_by_mine_.clear();
  std::ranges::fill(clear_, sim::kNoCell);
  for (sim::Cell cell = 0; cell < cells; ++cell) {
    if (!knowledge.is_unknown(cell) || is_on_frontier_[cell] != 0) continue;
    const auto seen = knowledge.seen_from(cell);
    const bool is_by_mine = knowledge.known_mines_around(cell) != 0;
    if (std::ranges::any_of(seen, [&](sim::Cell other) { return is_on_frontier_[other] != 0; })) {
      near_.push_back({cell, is_by_mine});
    } else if (is_by_mine) {
      far_by_mine_.push_back(cell);
    } else {
      // It may see shown cells, where these do not see it.
      sim::Cell& first = clear_[static_cast<std::size_t>(knowledge.unknown_neighbors(cell))];
      first = std::min(first, cell);
    }
  }
}

}  // namespace sapper::solvers
