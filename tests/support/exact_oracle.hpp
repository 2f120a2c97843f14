// Exact counts of layouts in big integers, for positions too large for brute force.
//
// Each component of the frontier is counted by plain backtracking, one cell at a time, every solution
// visited; the components and the cells away from the frontier are combined with exact binomials. No cells are
// grouped, nothing is eliminated and nothing is rounded. Cost: the number of partial assignments, exponential
// in the cells of a component: up to about 40 of them where numbers are dense.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/minesweeper/view.hpp"

namespace sapper::tests {

using BigInt = boost::multiprecision::cpp_int;
using BigRational = boost::multiprecision::cpp_rational;

struct ExactCounts {
  BigInt layouts;  // consistent with the view
  // [cell], those with a mine there; 0 where no mine can lie. Left 0 for cells away from the frontier, which
  // all have the same count, kept once.
  std::vector<BigInt> with_mine_at_frontier;
  std::vector<bool> is_away;  // [cell], hidden, without a shown neighbour and not free by rule
  BigInt with_mine_away;

  const BigInt& with_mine(sim::Cell cell) const {
    return is_away[cell] ? with_mine_away : with_mine_at_frontier[cell];
  }
  // layouts > 0
  BigRational exact_p_mine(sim::Cell cell) const { return {with_mine(cell), layouts}; }
  double p_mine(sim::Cell cell) const;  // to 1 ulp
};

// C(n, k); 0 for k > n.
BigInt binomial(std::uint64_t n, std::uint64_t k);

// numerator / denominator to 1 ulp; 0 <= numerator, 0 < denominator.
double ratio(const BigInt& numerator, const BigInt& denominator);

// nullopt if more than step_limit cells would be assigned on the way. wanted: the frontier cells to count
// for, the others staying 0; all if empty. Joining hundreds of components takes a fraction of a second for
// each of those that have a wanted cell.
std::optional<ExactCounts> count_exactly(const sim::View& view, std::uint64_t step_limit = 10'000'000,
                                         std::span<const sim::Cell> wanted = {});

}  // namespace sapper::tests
