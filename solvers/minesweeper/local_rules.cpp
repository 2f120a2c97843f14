#include "solvers/minesweeper/local_rules.hpp"

#include <algorithm>
#include <array>

namespace sapper::solvers {

using sim::Cell;

LocalRules::LocalRules(const sim::Grid& grid)
    : grid_(&grid),
      facts_(grid.cell_count(), 0),
      initial_facts_(grid.cell_count(), 0),
      is_hidden_(grid.cell_count(), 0),
      hidden_neighbors_(grid) {
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    initial_facts_[cell] = static_cast<Facts>(grid.neighbors(cell).size());
}

void LocalRules::reset(const sim::View& view) {
  view_ = &view;
  work_.clear();
  safe_.clear();
  changed_.clear();
  unknown_count_ = view.hidden_count();
  mines_left_ = view.mine_count();
  contradiction_ = sim::kNoCell;
  if (view.hidden_count() == grid_->cell_count()) {
    std::copy(initial_facts_.begin(), initial_facts_.end(), facts_.begin());
  } else {
    take_in_whole_view();
  }
  for (const Cell cell : view.free_by_rule())
    if (view.is_hidden(cell)) mark_safe(cell);
}

void LocalRules::take_in_whole_view() {
  const std::span<const std::uint8_t> shown = view_->cells();
  const std::size_t cells = shown.size();
  std::uint8_t* const is_hidden = is_hidden_.data();
  for (std::size_t i = 0; i < cells; ++i) is_hidden[i] = shown[i] == sim::kHidden;
  const std::span<const std::uint8_t> unknown = hidden_neighbors_.of(is_hidden_);
  Facts* const facts = facts_.data();
  for (std::size_t i = 0; i < cells; ++i) {
    const Facts number = shown[i];
    const Facts around = unknown[i];
    // Work is where a rule applies, or the number is too large. A 0 whose neighbours are all shown tells
    // nothing.
    const bool is_work = number == 0 ? around != 0 : number >= around;
    const Facts list = is_work ? kQueued : around != 0 ? kTracked : 0;
    facts[i] = around + (number == sim::kHidden ? 0 : kShown + list + number * kOneNeeded);
  }
  // Both lists, without a branch a cell.
  work_.resize(cells);
  changed_.resize(cells);
  Cell* work_end = work_.data();
  Cell* changed_end = changed_.data();
  for (Cell cell = 0; cell < cells; ++cell) {
    *work_end = cell;
    work_end += facts[cell] / kQueued % 2;
    *changed_end = cell;
    changed_end += facts[cell] / kTracked % 2;
  }
  work_.resize(static_cast<std::size_t>(work_end - work_.data()));
  changed_.resize(static_cast<std::size_t>(changed_end - changed_.data()));
}

void LocalRules::show(std::span<const Cell> cells) {
  // First all statuses, then the neighbours: each cell enters the work list once for the whole opening.
  for (const Cell cell : cells) {
    const Facts facts = facts_[cell];
    SAPPER_EXPECT((facts & kShown) == 0);
    if ((facts & kMine) != 0) contradiction_ = cell;
    // A safe cell left its neighbours' unknown ones when it was found safe.
    const auto number = static_cast<Facts>(view_->number(cell));
    facts_[cell] = (facts & ~kMine) + (kShown | kQueued) + number * kOneNeeded;
    work_.push_back(cell);
  }
  for (const Cell cell : cells) {
    if ((facts_[cell] & kSafe) != 0) {
      facts_[cell] &= ~kSafe;
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
  if (contradiction_ != sim::kNoCell) return false;
  while (!work_.empty()) {
    const Cell cell = work_.back();
    work_.pop_back();
    const Facts facts = facts_[cell] &= ~kQueued;
    const int unknown = unknown_of(facts);
    const int needed = needed_of(facts);
    if (needed < 0 || needed > unknown) {
      contradiction_ = cell;
      return false;
    }
    if (unknown == 0 || (needed != 0 && needed != unknown)) {
      track(cell, unknown > 0);
      continue;
    }
    std::array<Cell, sim::kMaxNeighbors> cells;
    Cell* end = cells.data();
    for (const Cell neighbor : grid_->neighbors(cell)) {
      *end = neighbor;
      end += is_unknown(neighbor);
    }
    for (const Cell* unknown_cell = cells.data(); unknown_cell != end; ++unknown_cell) {
      if (needed == 0) {
        mark_safe(*unknown_cell);
      } else {
        mark_mine(*unknown_cell);
      }
    }
  }
  return true;
}

void LocalRules::track(Cell constraint, bool is_open) {
  if (!is_open && (facts_[constraint] & kTracked) == 0) return;
  facts_[constraint] |= kTracked;
  changed_.push_back(constraint);
}

void LocalRules::change_neighbors(Cell cell, Facts by) {
  for (const Cell neighbor : grid_->neighbors(cell)) {
    const Facts facts = facts_[neighbor] -= by;
    if ((facts & (kShown | kQueued)) != kShown) continue;
    facts_[neighbor] = facts | kQueued;
    work_.push_back(neighbor);
  }
}

void LocalRules::mark_safe(Cell cell) {
  facts_[cell] |= kSafe;
  safe_.push_back(cell);
  --unknown_count_;
  change_neighbors(cell, kOneUnknown);
}

void LocalRules::mark_mine(Cell cell) {
  facts_[cell] |= kMine;
  --unknown_count_;
  --mines_left_;
  change_neighbors(cell, kOneNeeded + kOneUnknown);
}

}  // namespace sapper::solvers
