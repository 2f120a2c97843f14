#include "solvers/minesweeper/local_rules.hpp"

#include <algorithm>

namespace sapper::solvers {

using sim::Cell;

LocalRules::LocalRules(const sim::Grid& grid)
    : grid_(&grid),
      status_(grid.cell_count(), kUnknown),
      balance_(grid.cell_count(), 0),
      initial_balance_(grid.cell_count(), 0) {
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    initial_balance_[cell] = static_cast<std::int16_t>(grid.neighbors(cell).size());
}

void LocalRules::reset(const sim::View& view) {
  view_ = &view;
  std::fill(status_.begin(), status_.end(), kUnknown);
  std::copy(initial_balance_.begin(), initial_balance_.end(), balance_.begin());
  work_.clear();
  safe_.clear();
  changed_.clear();
  unknown_count_ = grid_->cell_count();
  mines_left_ = view.mine_count();
  contradiction_ = sim::kNoCell;
  for (const Cell cell : view.free_by_rule())
    if (view.is_hidden(cell)) mark_safe(cell);
  if (view.hidden_count() == grid_->cell_count()) return;
  shown_at_reset_.clear();
  for (Cell cell = 0; cell < grid_->cell_count(); ++cell)
    if (view.is_shown(cell)) shown_at_reset_.push_back(cell);
  show(shown_at_reset_);
}

void LocalRules::show(std::span<const Cell> cells) {
  // First all statuses, then the neighbours: each cell enters the work list once for the whole opening.
  for (const Cell cell : cells) {
    SAPPER_EXPECT(!is_shown(cell));
    balance_[cell] = static_cast<std::int16_t>(balance_[cell] + kOneNeeded * view_->number(cell));
    const bool was_safe = status_[cell] == kSafe;
    if (status_[cell] == kMine) contradiction_ = cell;
    // A safe cell left its neighbours' unknown ones when it was found safe.
    status_[cell] = was_safe ? kShown | kQueued | kSafe : kShown | kQueued;
    work_.push_back(cell);
  }
  for (const Cell cell : cells) {
    if ((status_[cell] & kSafe) != 0) {
      status_[cell] &= static_cast<std::uint8_t>(~kSafe);
      continue;
    }
    --unknown_count_;
    change_neighbors(cell, kOneUnknown);
  }
}

void LocalRules::learn_safe(Cell cell) {
  SAPPER_EXPECT(is_unknown(cell));
  mark_safe(cell);
}

void LocalRules::learn_mine(Cell cell) {
  SAPPER_EXPECT(is_unknown(cell));
  mark_mine(cell);
}

bool LocalRules::propagate() {
  while (!work_.empty()) {
    const Cell cell = work_.back();
    work_.pop_back();
    status_[cell] &= static_cast<std::uint8_t>(~kQueued);
    const int unknown = unknown_neighbors(cell);
    const int needed = mines_needed(cell);
    if (needed < 0 || needed > unknown) {
      contradiction_ = cell;
      return false;
    }
    if (unknown == 0 || (needed != 0 && needed != unknown)) {
      track(cell, unknown > 0);
      continue;
    }
    for (const Cell neighbor : grid_->neighbors(cell)) {
      if (status_[neighbor] != kUnknown) continue;
      if (needed == 0) {
        mark_safe(neighbor);
      } else {
        mark_mine(neighbor);
      }
    }
  }
  return contradiction_ == sim::kNoCell;
}

void LocalRules::track(Cell constraint, bool is_open) {
  if (!is_open && (status_[constraint] & kTracked) == 0) return;
  status_[constraint] |= kTracked;
  changed_.push_back(constraint);
}

void LocalRules::change_neighbors(Cell cell, std::int16_t by) {
  for (const Cell neighbor : grid_->neighbors(cell)) {
    balance_[neighbor] = static_cast<std::int16_t>(balance_[neighbor] - by);
    const std::uint8_t status = status_[neighbor];
    if ((status & (kShown | kQueued)) != kShown) continue;
    status_[neighbor] = status | kQueued;
    work_.push_back(neighbor);
  }
}

void LocalRules::mark_safe(Cell cell) {
  status_[cell] = kSafe;
  safe_.push_back(cell);
  --unknown_count_;
  change_neighbors(cell, kOneUnknown);
}

void LocalRules::mark_mine(Cell cell) {
  status_[cell] = kMine;
  --unknown_count_;
  --mines_left_;
  change_neighbors(cell, kOneNeeded + kOneUnknown);
}

}  // namespace sapper::solvers
