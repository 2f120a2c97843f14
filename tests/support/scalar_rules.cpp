#include "tests/support/scalar_rules.hpp"

#include <algorithm>

namespace sapper::tests {

using sim::Cell;

ScalarRules::ScalarRules(const sim::Grid& grid)
    : grid_(&grid), facts_(grid.cell_count(), 0), shared_(grid.cell_count(), 0) {}

void ScalarRules::reset(const sim::View& view) {
  view_ = &view;
  work_.clear();
  unknown_count_ = grid_->cell_count();
  mines_left_ = view.mine_count();
  is_contradictory_ = false;
  for (Cell cell = 0; cell < grid_->cell_count(); ++cell)
    facts_[cell] = static_cast<Facts>(grid_->neighbors(cell).size());
  for (const Cell cell : view.free_by_rule()) mark_safe(cell);
  std::vector<Cell> shown;
  for (Cell cell = 0; cell < grid_->cell_count(); ++cell)
    if (view.is_shown(cell)) shown.push_back(cell);
  show(shown);
}

void ScalarRules::show(std::span<const Cell> cells) {
  for (const Cell cell : cells) {
    if ((facts_[cell] & kMine) != 0) is_contradictory_ = true;
    // A safe cell stopped counting as unknown among its neighbours when it was found safe.
    const bool was_safe = (facts_[cell] & kSafe) != 0;
    facts_[cell] = (facts_[cell] & ~(kMine | kSafe)) + (kShown | kQueued) +
                   static_cast<Facts>(view_->number(cell)) * kOneNeeded;
    work_.push_back(cell);
    if (was_safe) continue;
    --unknown_count_;
    change_neighbors(cell, kOneUnknown);
  }
}

void ScalarRules::learn_safe(Cell cell) { mark_safe(cell); }
void ScalarRules::learn_mine(Cell cell) { mark_mine(cell); }

bool ScalarRules::propagate() {
  while (!work_.empty() && !is_contradictory_) {
    const Cell cell = work_.back();
    work_.pop_back();
    const Facts facts = facts_[cell] &= ~kQueued;
    const int unknown = unknown_of(facts);
    const int needed = needed_of(facts);
    is_contradictory_ = needed < 0 || needed > unknown;
    if (is_contradictory_ || unknown == 0 || (needed != 0 && needed != unknown)) continue;
    for (const Cell found : unknown_around(cell)) {
      if (needed == 0) {
        mark_safe(found);
      } else {
        mark_mine(found);
      }
    }
  }
  return !is_contradictory_;
}

void ScalarRules::change_neighbors(Cell cell, Facts by) {
  for (const Cell neighbor : grid_->neighbors(cell)) {
    facts_[neighbor] -= by;
    if ((facts_[neighbor] & (kShown | kQueued)) != kShown) continue;
    facts_[neighbor] |= kQueued;
    work_.push_back(neighbor);
  }
}

void ScalarRules::mark_safe(Cell cell) {
  facts_[cell] |= kSafe;
  --unknown_count_;
  change_neighbors(cell, kOneUnknown);
}

void ScalarRules::mark_mine(Cell cell) {
  facts_[cell] |= kMine;
  --unknown_count_;
  --mines_left_;
  change_neighbors(cell, kOneNeeded + kOneUnknown);
}

bool ScalarRules::apply_overlap_rule() {
  bool has_learned = false;
  for (Cell cell = 0; cell < grid_->cell_count(); ++cell)
    while (is_open_constraint(cell) && compare_with_overlapping(cell)) has_learned = true;
  return has_learned;
}

// Stops at the first that yields something.
bool ScalarRules::compare_with_overlapping(Cell constraint) {
  std::vector<Cell> overlapping;
  for (const Cell cell : unknown_around(constraint))
    for (const Cell other : grid_->neighbors(cell))
      if (is_shown(other) && other != constraint && shared_[other]++ == 0) overlapping.push_back(other);
  bool has_learned = false;
  for (const Cell other : overlapping) {
    const int shared = shared_[other];
    shared_[other] = 0;
    const int more = mines_needed(constraint) - mines_needed(other);
    const int only_here = unknown_neighbors(constraint) - shared;
    const int only_there = unknown_neighbors(other) - shared;
    if (has_learned || only_here + only_there == 0) continue;
    has_learned = more == only_here || -more == only_there;
    if (more == only_here) {
      learn_difference(constraint, other);
    } else if (-more == only_there) {
      learn_difference(other, constraint);
    }
  }
  return has_learned;
}

// The unknown cells of the first constraint alone are mines, those of the second alone are safe.
void ScalarRules::learn_difference(Cell mines_of, Cell safe_of) {
  const std::vector<Cell> first = unknown_around(mines_of);
  const std::vector<Cell> second = unknown_around(safe_of);
  for (const Cell cell : first)
    if (std::ranges::find(second, cell) == second.end()) mark_mine(cell);
  for (const Cell cell : second)
    if (std::ranges::find(first, cell) == first.end()) mark_safe(cell);
}

std::vector<Cell> ScalarRules::unknown_around(Cell cell) const {
  std::vector<Cell> cells;
  for (const Cell neighbor : grid_->neighbors(cell))
    if (is_unknown(neighbor)) cells.push_back(neighbor);
  return cells;
}

}  // namespace sapper::tests
