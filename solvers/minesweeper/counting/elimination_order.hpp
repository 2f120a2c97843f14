// The order in which an eliminator processes a component's groups.
//
// A constraint is open while some but not all of its groups have been processed. The eliminator's state is what the
// open constraints still need, so fewer open constraints mean fewer states. Orders are built by closing one constraint
// after another. The first attempt closes the one that has been open longest, which suits small components and is
// nearly free. If its bound on the states is not small, further attempts always close the constraint whose remaining
// groups open the fewest new ones, from several starting points, including both ends of the component; the order with
// the smallest bound wins. What closing each constraint would open, and the bound, are updated incrementally as groups
// are processed. Cost: groups x the square of their constraints, and constraints x open constraints, per start.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/minesweeper/counting/frontier.hpp"

namespace sapper::solvers {

class EliminationOrder {
 public:
  // Each returns all groups of the component, which need not be connected, each once; valid until the next call.

  // Constraints are closed in turn, last to first: no search, and good for most small components, whose constraints are
  // numbered in the order of one.
  std::span<const std::uint32_t> in_turn(const Component& component);
  // The best order that is found.
  std::span<const std::uint32_t> find(const Component& component);

  // An upper bound on the constraints open at once in the last order of find(), with those of the step's group.
  std::uint32_t open_at_once() const { return best_open_at_once_; }
  // A bound on the states of all its layers, mine counts aside; infinite beyond the range of doubles, 0 where every order
  // is good.
  double bound() const { return best_bound_; }

 private:
  // With this few constraints every order is good: no more of them can be open.
  static constexpr std::uint32_t kAnyOrder = 7;

  // These are not bytes: stores of bytes may alias any object, and registers would have to be loaded again.
  struct Cells {
    std::uint16_t all;    // of a constraint's groups
    std::uint16_t taken;  // of those taken
    bool are_all_taken() const { return taken == all; }
  };

  void find_cells(const Component& component);
  void find_groups(const Component& component);
  // The groups of a constraint, ascending; after find_groups().
  std::span<const std::uint32_t> groups_of(std::uint32_t constraint) const {
    return std::span(groups_).subspan(groups_begin_[constraint],
                                      groups_begin_[constraint + 1] - groups_begin_[constraint]);
  }
  void find_opens_at_first(const Component& component);
  std::uint32_t farthest_from(const Component& component, std::uint32_t constraint);
  enum class ClosingOrder : std::uint8_t { oldest, cheapest };
  void try_start(const Component& component, std::uint32_t start, ClosingOrder closing);
  bool opens_constraint(const Component& component, std::uint32_t group) const;
  std::uint32_t next_to_close(const Component& component, ClosingOrder closing);
  std::uint32_t any_untaken(const Component& component) const;
  std::uint32_t oldest_open();
  std::uint32_t cheapest_to_close();
  void take(const Component& component, std::uint32_t group, ClosingOrder closing);
  void discount_opened(const Component& component, std::uint32_t constraint);
  static std::size_t possible_needs(int need, Cells cells);
  // The current attempt has exceeded the bound of the best order; the first is completed whatever its bound.
  bool is_worse() const { return bound_ >= best_bound_ && !best_order_.empty(); }

  std::vector<std::uint32_t> order_, best_order_;
  std::vector<std::uint32_t> groups_begin_, groups_;  // [constraint + 1] into groups_
  // The groups whose last constraint is this one, as lists: [constraint] the first group, [group] the one after it, each
  // counted from 1.
  std::vector<std::uint32_t> first_in_turn_, next_in_turn_;
  // Constraints in the order of opening, among them closed ones: these are skipped or removed when one is chosen. The
  // first first_open_ are closed.
  std::vector<std::uint32_t> opened_;
  std::size_t first_open_ = 0;
  std::uint32_t open_count_ = 0;
  std::vector<std::uint32_t> opening_;  // groups of the constraint that is being closed, put off
  std::vector<Cells> cells_;            // [constraint]
  // [constraint] other constraints that closing it would open (counted once per shared group): initially, and now.
  std::vector<std::uint32_t> opens_at_first_, opens_;
  std::vector<std::uint16_t> is_taken_;  // [group]
  std::vector<std::uint32_t> visit_;     // scratch of farthest_from
  std::vector<std::uint8_t> is_visited_;
  double states_ = 1;  // an upper bound on the states: the product of the open constraints' possible needs
  double bound_ = 0;   // the sum of states_ over the steps so far
  double best_bound_ = 0;
  std::uint32_t open_at_once_ = 0;
  std::uint32_t best_open_at_once_ = 0;
};

}  // namespace sapper::solvers
