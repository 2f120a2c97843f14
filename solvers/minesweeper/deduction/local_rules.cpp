#include "solvers/minesweeper/deduction/local_rules.hpp"

#include <algorithm>

#include "solvers/minesweeper/deduction/select_neighbors.hpp"

namespace sapper::solvers {

using sim::Cell;

LocalRules::LocalRules(const sim::Grid& grid)
    : grid_(&grid),
      facts_(grid.cell_count(), 0),
      initial_facts_(grid.cell_count(), 0),
      is_unknown_(grid.cell_count(), 0),
      unknown_around_(grid.cell_count(), 0),
      is_mine_(grid.cell_count(), 0),
      neighbor_sums_(grid) {
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    initial_facts_[cell] = static_cast<Facts>(grid.neighbors(cell).size());
}

void LocalRules::reset(const sim::View& view) {
  view_ = &view;
  work_count_ = 0;
  safe_.clear();
  changed_.clear();
  unknown_count_ = view.hidden_count();
  mines_left_ = view.mine_count();
  contradiction_ = sim::kNoCell;
  if (view.hidden_count() < grid_->cell_count()) return take_in_whole_view();
  std::copy(initial_facts_.begin(), initial_facts_.end(), facts_.begin());
  for (const Cell cell : view.free_by_rule()) mark_safe(cell);
}

// Equivalent to showing all its cells, with the first rule applied to all of them at once.
void LocalRules::take_in_whole_view() {
  const std::span<const std::uint8_t> shown = view_->cells();
  const std::size_t cells = shown.size();
  std::uint8_t* const is_unknown = is_unknown_.data();
  for (std::size_t i = 0; i < cells; ++i) is_unknown[i] = shown[i] == sim::kHidden;
  for (const Cell cell : view_->free_by_rule()) {
    if (view_->is_shown(cell)) continue;
    is_unknown[cell] = 0;
    safe_.push_back(cell);
  }
  const auto unknown_sums = neighbor_sums_.of(is_unknown_);
  std::copy(unknown_sums.begin(), unknown_sums.end(), unknown_around_.begin());

  // Where a number equals its unknown neighbours, all of those are mines. A hidden cell equals no number.
  const std::uint8_t* const around = unknown_around_.data();
  std::uint8_t* const is_mine = is_mine_.data();
  for (std::size_t i = 0; i < cells; ++i) is_mine[i] = around[i] != 0 && shown[i] == around[i];
  const std::uint8_t* const sums = neighbor_sums_.of(is_mine_).data();
  std::uint32_t mines = 0;
  for (std::size_t i = 0; i < cells; ++i) {
    is_mine[i] = is_unknown[i] != 0 && sums[i] != 0;
    mines += is_mine[i];
  }
  mines_left_ -= mines;
  unknown_count_ -= mines + static_cast<std::uint32_t>(safe_.size());

  const std::uint8_t* const mines_around = neighbor_sums_.of(is_mine_).data();
  Facts* const facts = facts_.data();
  for (std::size_t i = 0; i < cells; ++i) {
    const int left = around[i] - mines_around[i];
    const int needed = shown[i] - mines_around[i];
    // A number is queued where a rule applies or it cannot be met. One that needs no mines and has no unknown
    // neighbours says nothing.
    const bool is_work = needed <= 0 ? left != 0 || needed < 0 : needed >= left;
    const Facts list = is_work ? kQueued : left != 0 ? kTracked : 0;
    const Facts hidden = is_mine[i] != 0 ? kMine : is_unknown[i] != 0 ? 0 : kSafe;
    facts[i] = static_cast<Facts>(left) + (shown[i] == sim::kHidden
                                               ? hidden - mines_around[i] * kOneNeeded
                                               : kShown + list + static_cast<Facts>(needed) * kOneNeeded);
  }
  list_work();
}

// Both lists, branch-free.
void LocalRules::list_work() {
  const std::size_t cells = facts_.size();
  if (work_.size() < cells) work_.resize(cells);
  changed_.resize(cells);
  Cell* work_end = work_.data();
  Cell* changed_end = changed_.data();
  for (Cell cell = 0; cell < cells; ++cell) {
    *work_end = cell;
    work_end += facts_[cell] / kQueued % 2;
    *changed_end = cell;
    changed_end += facts_[cell] / kTracked % 2;
  }
  work_count_ = static_cast<std::size_t>(work_end - work_.data());
  changed_.resize(static_cast<std::size_t>(changed_end - changed_.data()));
}

void LocalRules::show(std::span<const Cell> cells) {
  // First all statuses, then the neighbours: each cell enters the work list once for the whole opening.
  if (work_.size() < work_count_ + cells.size()) work_.resize(2 * (work_count_ + cells.size()));
  for (const Cell cell : cells) {
    const Facts facts = facts_[cell];
    SAPPER_EXPECT((facts & kShown) == 0);
    if ((facts & kMine) != 0) contradiction_ = cell;
    // A safe cell stopped counting as unknown among its neighbours when it was found safe.
    const auto number = static_cast<Facts>(view_->number(cell));
    facts_[cell] = (facts & ~kMine) + (kShown | kQueued) + number * kOneNeeded;
    work_[work_count_++] = cell;
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
  while (work_count_ != 0) {
    const Cell cell = work_[--work_count_];
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
    NeighborArray cells;
    for (const Cell found : select_neighbors(grid_->neighbors(cell), cells,
                                             [&](Cell neighbor) { return is_unknown(neighbor); })) {
      if (needed == 0) {
        mark_safe(found);
      } else {
        mark_mine(found);
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
  if (work_.size() < work_count_ + sim::kMaxNeighbors) work_.resize(2 * work_count_ + sim::kMaxNeighbors);
  // Without branches, as they would be unpredictable.
  Facts* const facts = facts_.data();
  Cell* end = work_.data() + work_count_;
  for (const Cell neighbor : grid_->neighbors(cell)) {
    const Facts changed = facts[neighbor] - by;
    const bool is_new = (changed & (kShown | kQueued)) == kShown;
    facts[neighbor] = changed | (is_new ? kQueued : 0);
    *end = neighbor;
    end += is_new;
  }
  work_count_ = static_cast<std::size_t>(end - work_.data());
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
