#include "solvers/minesweeper/counting/elimination_order.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace sapper::solvers {
namespace {

// kRatio[a][b] = a / b, for numbers of possible needs: a division takes longer than all else that a step does. Constraints
// of up to eight cells never need more.
constexpr std::size_t kRatios = 16;
constexpr std::array<std::array<double, kRatios>, kRatios> kRatio = [] {
  std::array<std::array<double, kRatios>, kRatios> table{};
  for (std::size_t a = 0; a < kRatios; ++a)
    for (std::size_t b = 1; b < kRatios; ++b) table[a][b] = static_cast<double>(a) / static_cast<double>(b);
  return table;
}();

double ratio_of_needs(std::size_t a, std::size_t b) {
  if ((a | b) < kRatios) [[likely]]
    return kRatio[a][b];
  return static_cast<double>(a) / static_cast<double>(b);
}

}  // namespace

std::span<const std::uint32_t> EliminationOrder::find(const Component& component) {
  const std::uint32_t constraints = component.constraint_count();
  if (constraints <= kAnyOrder) {
    best_open_at_once_ = constraints;
    best_bound_ = 0;
    return in_turn(component);
  }
  find_cells(component);
  find_groups(component);
  best_bound_ = std::numeric_limits<double>::infinity();
  best_order_.clear();
  // Constraints are numbered in the order of a search: the last one is at an end of the component.
  const std::uint32_t one_end = constraints - 1;
  try_start(component, one_end, ClosingOrder::oldest);
  // Below this bound, some tens of states per group, counting costs less than searching for a better order
  // (measured: instructions of Expert games and of hard positions).
  const double good_enough = 300 + 40.0 * component.group_count();
  if (best_bound_ > good_enough) {
    find_opens_at_first(component);
    try_start(component, one_end, ClosingOrder::cheapest);
    try_start(component, farthest_from(component, one_end), ClosingOrder::cheapest);
    if (best_bound_ > 4 * good_enough)
      for (std::uint32_t i = 0; i < 4; ++i) try_start(component, i * constraints / 4, ClosingOrder::cheapest);
  }
  return best_order_;
}

// Each group is taken when the last of its constraints is closed.
std::span<const std::uint32_t> EliminationOrder::in_turn(const Component& component) {
  first_in_turn_.assign(component.constraint_count(), 0);
  next_in_turn_.resize(component.group_count() + 1);
  for (std::uint32_t group = component.group_count(); group > 0; --group) {
    const std::uint32_t last = component.constraints_of(group - 1).back();
    next_in_turn_[group] = first_in_turn_[last];
    first_in_turn_[last] = group;
  }
  best_order_.clear();
  for (std::uint32_t constraint = component.constraint_count(); constraint-- > 0;)
    for (std::uint32_t group = first_in_turn_[constraint]; group != 0; group = next_in_turn_[group])
      best_order_.push_back(group - 1);
  return best_order_;
}

void EliminationOrder::find_groups(const Component& component) {
  // Counts at [constraint + 2], then begins at [constraint + 1]: filling turns these into ends, which are begins at
  // [constraint].
  groups_begin_.assign(component.constraint_count() + 2, 0);
  for (std::uint32_t i = component.group_begin.front(); i < component.group_begin.back(); ++i)
    ++groups_begin_[component.group_constraints[i] + 2];
  std::partial_sum(groups_begin_.begin(), groups_begin_.end(), groups_begin_.begin());
  groups_.resize(groups_begin_.back());
  for (std::uint32_t group = 0; group < component.group_count(); ++group)
    for (const std::uint32_t constraint : component.constraints_of(group))
      groups_[groups_begin_[constraint + 1]++] = group;
}

void EliminationOrder::find_cells(const Component& component) {
  cells_.assign(component.constraint_count(), Cells{0, 0});
  for (std::uint32_t group = 0; group < component.group_count(); ++group)
    for (const std::uint32_t constraint : component.constraints_of(group))
      cells_[constraint].all = static_cast<std::uint16_t>(cells_[constraint].all + component.sizes[group]);
}

void EliminationOrder::find_opens_at_first(const Component& component) {
  opens_at_first_.assign(component.constraint_count(), 0);
  for (std::uint32_t group = 0; group < component.group_count(); ++group) {
    const auto constraints = component.constraints_of(group);
    for (const std::uint32_t constraint : constraints)
      opens_at_first_[constraint] += static_cast<std::uint32_t>(constraints.size());
  }
}

// The constraint that a breadth-first search reaches last.
std::uint32_t EliminationOrder::farthest_from(const Component& component, std::uint32_t constraint) {
  is_visited_.assign(component.constraint_count(), 0);
  visit_.assign(1, constraint);
  is_visited_[constraint] = 1;
  for (std::size_t i = 0; i < visit_.size(); ++i)
    for (const std::uint32_t group : groups_of(visit_[i]))
      for (const std::uint32_t next : component.constraints_of(group))
        if (!is_visited_[next]) {
          is_visited_[next] = 1;
          visit_.push_back(next);
        }
  return visit_.back();
}

void EliminationOrder::try_start(const Component& component, std::uint32_t start, ClosingOrder closing_rule) {
  order_.clear();
  opened_.clear();
  first_open_ = 0;
  open_count_ = 0;
  for (Cells& cells : cells_) cells.taken = 0;
  is_taken_.assign(component.group_count(), 0);
  if (closing_rule == ClosingOrder::cheapest) opens_ = opens_at_first_;
  states_ = 1;
  bound_ = 0;
  open_at_once_ = 0;
  std::uint32_t closing = start;
  for (;;) {
    // Groups that open nothing go first: they only reduce the needs.
    opening_.clear();
    for (const std::uint32_t group : groups_of(closing)) {
      if (is_taken_[group] != 0) continue;
      if (opens_constraint(component, group)) {
        opening_.push_back(group);
        continue;
      }
      take(component, group, closing_rule);
      if (is_worse()) return;
    }
    for (const std::uint32_t group : opening_) {
      take(component, group, closing_rule);
      if (is_worse()) return;
    }
    if (order_.size() == component.group_count()) break;
    closing = next_to_close(component, closing_rule);
  }
  best_bound_ = bound_;
  best_open_at_once_ = open_at_once_;
  best_order_.swap(order_);
}

bool EliminationOrder::opens_constraint(const Component& component, std::uint32_t group) const {
  for (const std::uint32_t constraint : component.constraints_of(group))
    if (cells_[constraint].taken == 0) return true;
  return false;
}

std::uint32_t EliminationOrder::next_to_close(const Component& component, ClosingOrder closing) {
  if (open_count_ == 0) return any_untaken(component);
  return closing == ClosingOrder::oldest ? oldest_open() : cheapest_to_close();
}

// The last constraint with a group not yet taken: needed if the component is not connected.
std::uint32_t EliminationOrder::any_untaken(const Component& component) const {
  std::uint32_t constraint = component.constraint_count() - 1;
  while (cells_[constraint].are_all_taken()) --constraint;
  return constraint;
}

std::uint32_t EliminationOrder::oldest_open() {
  while (cells_[opened_[first_open_]].are_all_taken()) ++first_open_;
  return opened_[first_open_];
}

std::uint32_t EliminationOrder::cheapest_to_close() {
  std::erase_if(opened_, [&](std::uint32_t constraint) { return cells_[constraint].are_all_taken(); });
  std::uint32_t best = opened_.front();
  for (const std::uint32_t constraint : opened_)
    if (opens_[constraint] < opens_[best]) best = constraint;
  return best;
}

void EliminationOrder::take(const Component& component, std::uint32_t group, ClosingOrder closing) {
  is_taken_[group] = 1;
  order_.push_back(group);
  const std::uint32_t size = component.sizes[group];
  double states = states_;
  std::uint32_t closed = 0;
  for (const std::uint32_t constraint : component.constraints_of(group)) {
    Cells& cells = cells_[constraint];
    if (cells.taken == 0) {
      opened_.push_back(constraint);
      ++open_count_;
      if (closing == ClosingOrder::cheapest) discount_opened(component, constraint);
    }
    const int need = component.needs[constraint];
    const std::size_t before = possible_needs(need, cells);
    cells.taken = static_cast<std::uint16_t>(cells.taken + size);
    states *= ratio_of_needs(possible_needs(need, cells), before);
    closed += static_cast<std::uint32_t>(cells.are_all_taken());
  }
  open_at_once_ = std::max(open_at_once_, open_count_);
  open_count_ -= closed;
  states_ = states;
  bound_ += states;
}

// Closing other constraints no longer opens this one.
void EliminationOrder::discount_opened(const Component& component, std::uint32_t constraint) {
  for (const std::uint32_t group : groups_of(constraint))
    for (const std::uint32_t other : component.constraints_of(group)) --opens_[other];
}

// How many values the need of a constraint can have while it is open; 1 before, once all groups are taken, and if it
// cannot be met.
std::size_t EliminationOrder::possible_needs(int need, Cells cells) {
  const int left = cells.all - cells.taken;
  return static_cast<std::size_t>(std::max(std::min(need, left) - std::max(0, need - cells.taken) + 1, 1));
}

}  // namespace sapper::solvers
