// Like WaysTree, for leaves that are probability distributions: each node keeps only the window of totals with
// non-negligible probability.
//
// A product of distributions sums to 1 again, so nothing leaves the range of doubles and no scaling is
// needed. By the central limit theorem a node of n leaves keeps some 50 standard deviations, a multiple of sqrt(n)
// totals; the cost is O(n log n) operations for leaves of bounded length, where WaysTree takes n^2. The dropped values
// change a sum over the root by less than 1e-130 for up to a million leaves and a million totals, so a known sum bounds
// the relative error.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solvers/minesweeper/posterior/ways_tree.hpp"

namespace sapper::solvers {

// Values by index; 0 outside first..first + values.size() - 1.
struct Window {
  std::size_t first = 0;
  std::vector<double> values;

  std::size_t end() const { return first + values.size(); }
};

struct WindowProduct {
  static void set_to_one(Window& window);
  static void multiply(const Window& a, const Window& b, Window& product);
  // result[j] = sum over i of sibling[i] * parent[i + j], for j within the window of `self`.
  static void correlate(const Window& sibling, const Window& parent, const Window& self, Window& result);
};

// The leaves' probabilities add up to 1; the weights for totals are at most about 1.
class ProbabilityTree : public CombiningTree<Window, WindowProduct> {
 public:
  // Smaller values count as 0; the product of two larger ones is not denormal.
  static constexpr double kNegligible = 1e-150;

  // probabilities: [extra mines], summing to 1.
  void set_leaf(std::size_t index, std::span<const double> probabilities);
};

}  // namespace sapper::solvers
