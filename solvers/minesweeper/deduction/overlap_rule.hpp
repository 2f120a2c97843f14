// What follows from two constraints that overlap, the cheapest deduction beyond the local rules.
//
// Let A and B be the unknown cells of two constraints that need a and b mines. If a - b = |A \ B|, then A \ B
// holds nothing but mines and B \ A none: otherwise A could not need that many more than B. This includes
// |A \ B| = 0, where B needs nothing outside A. Counting would find all of this too, but the rule costs a
// walk over the neighbours' neighbours of what has changed, while counting takes whole components.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/minesweeper/deduction/cell_set.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"

namespace sapper::solvers {

class OverlapRule {
 public:
  // One object per thread; the grid must outlive it.
  explicit OverlapRule(const sim::Grid& grid);

  // Compares each constraint that has changed, from changed()[first] on, with all that overlap it, and adds
  // what follows to the knowledge; returns whether anything did. The knowledge is at a fixed point of the
  // local rules before the call, and must be brought to one again after it.
  [[nodiscard]] bool apply(LocalRules& knowledge, std::size_t first);

 private:
  bool compare_with_overlapping(LocalRules& knowledge, sim::Cell constraint);
  void learn_difference(LocalRules& knowledge, sim::Cell mines_of, sim::Cell safe_of);

  const sim::Grid* grid_;
  std::vector<std::uint8_t> shared_;  // [cell] unknown cells shared with the current constraint; 0 otherwise
  CellSet compared_;                  // constraints, in this apply()
};

}  // namespace sapper::solvers
