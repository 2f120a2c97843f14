#include "solvers/minesweeper/counting/elimination_order.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace sapper::solvers {
namespace {

// kRatio[a][b] = a / b, for numbers of possible needs: a division takes longer than all else that a step does.
constexpr std::array<std::array<double, 10>, 10> kRatio = [] {
  std::array<std::array<double, 10>, 10> table{};
  for (std::size_t a = 0; a < 10; ++a)
    for (std::size_t b = 1; b < 10; ++b) table[a][b] = static_cast<double>(a) / static_cast<double>(b);
  return table;
}();

}  // namespace

std::span<const std::uint32_t> EliminationOrder::find(const Component& component) {
  const std::uint32_t constraints = component.constraint_count();
  if (constraints <= kAnyOrder) {
    take_in_turn(component);
    return best_order_;
  }
  find_capacities(component);
  best_bound_ = std::numeric_limits<double>::infinity();
  // If no order has a finite bound, none is found: far too many constraints are open in any order.
  best_order_.clear();
  best_open_at_once_ = constraints;
  // Constraints are numbered in the order of a search: the last one is at an end of the component.
  const std::uint32_t one_end = constraints - 1;
  try_start(component, one_end, Closing::oldest);
  // Below this bound, some tens of states per group, counting costs less than searching for a better order
  // (measured: instructions of Expert games and of hard positions).
  const double good_enough = 300 + 40.0 * component.group_count();
  if (best_bound_ > good_enough) {
    find_opens_at_first(component);
    try_start(component, one_end, Closing::cheapest);
    try_start(component, farthest_from(component, one_end), Closing::cheapest);
    if (best_bound_ > 4 * good_enough)
      for (std::uint32_t i = 0; i < 4; ++i) try_start(component, i * constraints / 4, Closing::cheapest);
  }
  return best_order_;
}

// Closes the constraints one after another, last to first.
void EliminationOrder::take_in_turn(const Component& component) {
  is_taken_.assign(component.group_count(), 0);
  best_order_.clear();
  for (std::uint32_t constraint = component.constraint_count(); constraint-- > 0;)
    for (const std::uint32_t group : component.groups_of(constraint)) {
      if (is_taken_[group] != 0) continue;
      is_taken_[group] = 1;
      best_order_.push_back(group);
    }
  best_open_at_once_ = component.constraint_count();
}

void EliminationOrder::find_capacities(const Component& component) {
  capacity_.assign(component.constraint_count(), 0);
  for (std::uint32_t group = 0; group < component.group_count(); ++group)
    for (const std::uint32_t constraint : component.constraints_of(group))
      capacity_[constraint] = static_cast<std::uint16_t>(capacity_[constraint] + component.sizes[group]);
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
    for (const std::uint32_t group : component.groups_of(visit_[i]))
      for (const std::uint32_t next : component.constraints_of(group))
        if (!is_visited_[next]) {
          is_visited_[next] = 1;
          visit_.push_back(next);
        }
  return visit_.back();
}

void EliminationOrder::try_start(const Component& component, std::uint32_t start, Closing closing_rule) {
  order_.clear();
  open_.clear();
  taken_capacity_.assign(component.constraint_count(), 0);
  is_taken_.assign(component.group_count(), 0);
  if (closing_rule == Closing::cheapest) opens_ = opens_at_first_;
  states_ = 1;
  bound_ = 0;
  open_at_once_ = 0;
  std::uint32_t closing = start;
  for (;;) {
    // Groups that open nothing go first: they only reduce the needs.
    opening_.clear();
    for (const std::uint32_t group : component.groups_of(closing)) {
      if (is_taken_[group] != 0) continue;
      if (opens_constraint(component, group)) {
        opening_.push_back(group);
        continue;
      }
      take(component, group, closing_rule);
      if (bound_ >= best_bound_) return;
    }
    for (const std::uint32_t group : opening_) {
      take(component, group, closing_rule);
      if (bound_ >= best_bound_) return;
    }
    if (order_.size() == component.group_count()) break;
    closing = open_.empty()                     ? any_untaken(component)
              : closing_rule == Closing::oldest ? open_.front()
                                                : cheapest_to_close();
  }
  best_bound_ = bound_;
  best_open_at_once_ = open_at_once_;
  best_order_.swap(order_);
}

bool EliminationOrder::opens_constraint(const Component& component, std::uint32_t group) const {
  for (const std::uint32_t constraint : component.constraints_of(group))
    if (taken_capacity_[constraint] == 0) return true;
  return false;
}

// The last constraint with a group not yet taken: needed if the component is not connected.
std::uint32_t EliminationOrder::any_untaken(const Component& component) const {
  std::uint32_t constraint = component.constraint_count() - 1;
  while (taken_capacity_[constraint] == capacity_[constraint]) --constraint;
  return constraint;
}

std::uint32_t EliminationOrder::cheapest_to_close() const {
  std::uint32_t best = open_.front();
  for (const std::uint32_t constraint : open_)
    if (opens_[constraint] < opens_[best]) best = constraint;
  return best;
}

void EliminationOrder::take(const Component& component, std::uint32_t group, Closing closing) {
  is_taken_[group] = 1;
  order_.push_back(group);
  bool closes = false;
  for (const std::uint32_t constraint : component.constraints_of(group)) {
    int before = 1;
    if (taken_capacity_[constraint] == 0) {
      open(component, constraint, closing);
    } else {
      before = possible_needs(component, constraint);
    }
    taken_capacity_[constraint] =
        static_cast<std::uint16_t>(taken_capacity_[constraint] + component.sizes[group]);
    const int after = possible_needs(component, constraint);
    states_ *= kRatio[static_cast<std::size_t>(after)][static_cast<std::size_t>(before)];
    closes |= taken_capacity_[constraint] == capacity_[constraint];
  }
  open_at_once_ = std::max(open_at_once_, static_cast<std::uint32_t>(open_.size()));
  if (closes)
    std::erase_if(open_, [&](std::uint32_t constraint) {
      return taken_capacity_[constraint] == capacity_[constraint];
    });
  bound_ += states_;
}

void EliminationOrder::open(const Component& component, std::uint32_t constraint, Closing closing) {
  open_.push_back(constraint);
  if (closing == Closing::oldest) return;
  for (const std::uint32_t group : component.groups_of(constraint))
    for (const std::uint32_t other : component.constraints_of(group)) --opens_[other];
}

// How many values the need of a constraint of which groups are taken can have; 1 once all are, and if it cannot be met.
int EliminationOrder::possible_needs(const Component& component, std::uint32_t constraint) const {
  const int need = component.needs[constraint];
  const int taken = taken_capacity_[constraint];
  const int left = capacity_[constraint] - taken;
  return std::max(std::min(need, left) - std::max(0, need - taken) + 1, 1);
}

}  // namespace sapper::solvers
