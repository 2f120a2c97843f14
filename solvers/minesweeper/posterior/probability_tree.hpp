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

namespace sapper::solvers {

// Values by index; 0 outside first..first + values.size() - 1.
struct Window {
  std::size_t first = 0;
  std::vector<double> values;

  std::size_t end() const { return first + values.size(); }
};

class ProbabilityTree {
 public:
  // Smaller values count as 0; the product of two larger ones is not denormal.
  static constexpr double kNegligible = 1e-150;

  // Starts a new tree; set_leaf(i) for each leaf before build().
  void start(std::size_t leaf_count);
  // probabilities: [extra mines], summing to 1.
  void set_leaf(std::size_t index, std::span<const double> probabilities);

  // The distribution of the sum of all leaves.
  const Window& build();

  // weights: by total, at most about 1. Fills weights_of().
  void spread(const Window& weights);
  // Within the leaf's own window, the weights that all other leaves induce on its number.
  const Window& weights_of(std::size_t index) const { return weights_[node_of(index)]; }

 private:
  std::size_t node_of(std::size_t leaf) const { return leaf_count_ + leaf; }

  std::size_t leaf_count_ = 0;
  std::vector<Window> products_;  // [node], a heap as in WaysTree
  std::vector<Window> weights_;   // [node]
};

}  // namespace sapper::solvers
