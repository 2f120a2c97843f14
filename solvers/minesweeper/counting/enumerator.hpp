// Counts a component by enumerating all assignments of mines to groups, depth first, pruning branches in which some
// constraint can no longer be met. Exponential in the component's size: the eliminator's baseline and its oracle.
// Limit: a number of assignments, kMaxAssignments by default; beyond it ComponentTooWide is thrown.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/counting/elimination_order.hpp"

namespace sapper::solvers {

class Enumerator {
 public:
  static constexpr std::uint64_t kMaxAssignments = 1'000'000'000;

  explicit Enumerator(std::uint64_t max_assignments = kMaxAssignments) : max_assignments_(max_assignments) {}

  // The same interface as Eliminator's. At most 900 cells, so that counts stay within the range of doubles.
  void count(const Component& component);
  const MineCounts<double>& counts() const { return counts_; }
  void marginals(std::span<const double> weights, std::span<GroupMarginal<double>> marginals);

  std::uint64_t assignments() const { return assignments_; }

 private:
  void assign_from(std::size_t depth, std::uint32_t mines, double ways);
  void record(std::uint32_t mines, double ways);

  const Component* component_ = nullptr;
  EliminationOrder order_finder_;
  std::span<const std::uint32_t> order_;
  MineCounts<double> counts_;
  std::vector<int> need_;               // [constraint], what is still needed
  std::vector<int> cells_left_;         // [constraint], cells of its groups not assigned yet
  std::vector<std::uint8_t> mines_in_;  // [group]
  std::vector<double> ways_;            // [mines]
  // By group and number of mines: [group * (cells + 1) + mines]
  std::vector<double> group_mines_;
  std::vector<std::uint8_t> can_hold_mine_, can_hold_free_;
  std::uint64_t assignments_ = 0;
  std::uint64_t max_assignments_;
};

}  // namespace sapper::solvers
