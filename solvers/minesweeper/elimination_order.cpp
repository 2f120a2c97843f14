#include "solvers/minesweeper/elimination_order.hpp"

#include <algorithm>
#include <limits>

namespace sapper::solvers {

std::span<const std::uint32_t> EliminationOrder::find(const Component& component) {
  const std::uint32_t constraints = component.constraint_count();
  if (constraints <= kAnyOrder) {
    take_in_turn(component);
    return best_order_;
  }
  capacity_.assign(constraints, 0);
  for (std::uint32_t group = 0; group < component.group_count(); ++group)
    for (const std::uint32_t constraint : component.constraints_of(group))
      capacity_[constraint] = static_cast<std::uint8_t>(capacity_[constraint] + component.sizes[group]);

  best_bound_ = std::numeric_limits<double>::infinity();
  // Constraints are numbered in the order in which a search met them: the last one lies at an end.
  const std::uint32_t one_end = constraints - 1;
  try_start(component, one_end, Closing::oldest);
  // Below this bound a state a group or so is left to save: counting costs less than looking for a better
  // order.
  const double good_enough = 32 + 4.0 * component.group_count();
  if (best_bound_ > good_enough) {
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
      if (is_taken_[group]) continue;
      is_taken_[group] = 1;
      best_order_.push_back(group);
    }
  best_open_at_once_ = component.constraint_count();
}

// The constraint that a breadth-first search meets last.
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
  bound_ = 0;
  open_at_once_ = 0;
  std::uint32_t closing = start;
  for (;;) {
    // Groups that open nothing go first: they only shrink what is needed.
    for (const bool may_open : {false, true})
      for (const std::uint32_t group : component.groups_of(closing)) {
        if (is_taken_[group]) continue;
        if (!may_open && opens_constraint(component, group)) continue;
        take(component, group);
        if (bound_ >= best_bound_) return;
      }
    if (order_.size() == component.group_count()) break;
    closing = closing_rule == Closing::oldest ? open_.front() : cheapest_to_close(component);
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

std::uint32_t EliminationOrder::cheapest_to_close(const Component& component) const {
  std::uint32_t best = open_.front();
  std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
  for (const std::uint32_t constraint : open_) {
    const std::uint32_t opened = opened_by_closing(component, constraint);
    if (opened < fewest) {
      fewest = opened;
      best = constraint;
    }
  }
  return best;
}

// Constraints that closing this one would open: those met twice through two groups count twice.
std::uint32_t EliminationOrder::opened_by_closing(const Component& component,
                                                  std::uint32_t constraint) const {
  std::uint32_t opened = 0;
  for (const std::uint32_t group : component.groups_of(constraint)) {
    if (is_taken_[group]) continue;
    for (const std::uint32_t other : component.constraints_of(group)) opened += taken_capacity_[other] == 0;
  }
  return opened;
}

void EliminationOrder::take(const Component& component, std::uint32_t group) {
  is_taken_[group] = 1;
  order_.push_back(group);
  for (const std::uint32_t constraint : component.constraints_of(group)) {
    if (taken_capacity_[constraint] == 0) open_.push_back(constraint);
    taken_capacity_[constraint] =
        static_cast<std::uint8_t>(taken_capacity_[constraint] + component.sizes[group]);
  }
  open_at_once_ = std::max(open_at_once_, static_cast<std::uint32_t>(open_.size()));
  std::erase_if(
      open_, [&](std::uint32_t constraint) { return taken_capacity_[constraint] == capacity_[constraint]; });
  bound_ += open_states(component);
}

// A bound on the states that the open constraints can be in: the product of the values that each one's need
// can have.
double EliminationOrder::open_states(const Component& component) const {
  double states = 1;
  for (const std::uint32_t constraint : open_) {
    const int need = component.needs[constraint];
    const int taken = taken_capacity_[constraint];
    const int left = capacity_[constraint] - taken;
    states *= std::min(need, left) - std::max(0, need - taken) + 1;
  }
  return states;
}

}  // namespace sapper::solvers
