#include "solvers/minesweeper/deduction/overlap_rule.hpp"

#include "solvers/minesweeper/deduction/select_neighbors.hpp"

namespace sapper::solvers {

using sim::Cell;

OverlapRule::OverlapRule(const sim::Grid& grid)
    : grid_(&grid), shared_(grid.cell_count(), 0), compared_(grid.cell_count()) {}

bool OverlapRule::apply(LocalRules& knowledge, std::size_t first) {
  compared_.clear();
  bool has_learned = false;
  // What is learned in this loop changes balances at once, but is added to changed() only by propagate().
  for (const Cell constraint : knowledge.changed().subspan(first)) {
    if (compared_.contains(constraint) || !knowledge.is_open_constraint(constraint)) continue;
    compared_.insert(constraint);
    while (compare_with_overlapping(knowledge, constraint)) has_learned = true;
  }
  return has_learned;
}

bool OverlapRule::compare_with_overlapping(LocalRules& knowledge, Cell constraint) {
  NeighborArray unknown_array;
  const auto unknown = select_neighbors(grid_->neighbors(constraint), unknown_array,
                                        [&](Cell cell) { return knowledge.is_unknown(cell); });
  // Without branches, as they would be unpredictable.
  std::array<Cell, sim::kMaxNeighbors * sim::kMaxNeighbors> overlapping;
  std::size_t count = 0;
  for (const Cell cell : unknown)
    for (const Cell other : grid_->neighbors(cell)) {
      const bool is_shown = knowledge.is_shown(other);
      overlapping[count] = other;
      count += is_shown && shared_[other] == 0;
      shared_[other] += is_shown;
    }
  bool has_learned = false;
  for (const Cell other : std::span(overlapping).first(count)) {
    const int shared = shared_[other];
    shared_[other] = 0;
    if (has_learned || other == constraint) continue;
    const int more = knowledge.mines_needed(constraint) - knowledge.mines_needed(other);
    const int only_here = knowledge.unknown_neighbors(constraint) - shared;
    const int only_there = knowledge.unknown_neighbors(other) - shared;
    if (only_here + only_there == 0) continue;
    if (more == only_here) {
      learn_difference(knowledge, constraint, other);
      has_learned = true;
    } else if (-more == only_there) {
      learn_difference(knowledge, other, constraint);
      has_learned = true;
    }
  }
  return has_learned;
}

// The unknown cells of the first constraint alone are mines, those of the second alone are safe.
void OverlapRule::learn_difference(LocalRules& knowledge, Cell mines_of, Cell safe_of) {
  const auto unknown_of_only = [&](Cell constraint, Cell other, NeighborArray& cells) {
    return select_neighbors(grid_->neighbors(constraint), cells, [&](Cell cell) {
      if (!knowledge.is_unknown(cell)) return false;
      bool is_shared = false;
      for (const Cell neighbor : grid_->neighbors(other)) is_shared |= neighbor == cell;
      return !is_shared;
    });
  };
  NeighborArray mines_array;
  NeighborArray safe_array;
  const auto mines = unknown_of_only(mines_of, safe_of, mines_array);
  const auto safe = unknown_of_only(safe_of, mines_of, safe_array);
  for (const Cell cell : mines) knowledge.learn_mine(cell);
  for (const Cell cell : safe) knowledge.learn_safe(cell);
}

}  // namespace sapper::solvers
