// Combines independent components by their mine counts.
//
// Each leaf holds a component's ways by extra mines (a polynomial); a node holds the product of the leaves
// below it. Given weights for the total of extra mines, each leaf receives the weights that all other leaves induce on
// its own number: from the root down, a child's weights are the correlation of its parent's weights with its sibling.
// For n leaves and R extra mines at most in all: R^2 operations and memory for R log n numbers, where prefix products
// would need R n.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/support/contracts.hpp"

namespace sapper::solvers {

// Number: double or WideNumber. Every product and weight must stay within its range.
template <class Number>
class WaysTree {
 public:
  // Starts a new tree; fill leaf(i) for each leaf before build().
  void start(std::size_t leaf_count) {
    leaf_count_ = leaf_count;
    if (products_.size() < 2 * leaf_count + 2) {
      products_.resize(2 * leaf_count + 2);
      weights_.resize(2 * leaf_count + 2);
    }
    if (leaf_count == 0) products_[1].assign(1, Number(1));
  }
  std::vector<Number>& leaf(std::size_t index) { return products_[node_of(index)]; }

  // The product of all leaves: [extra mines in all].
  std::span<const Number> build() {
    for (std::size_t node = leaf_count_; node-- > 1;)
      multiply(products_[2 * node], products_[2 * node + 1], products_[node]);
    return products_[1];
  }

  // weights: [extra mines in all], as long as the product. Fills weights_of().
  void spread(std::span<const Number> weights) {
    SAPPER_EXPECT(weights.size() == products_[1].size());
    weights_[1].assign(weights.begin(), weights.end());
    for (std::size_t node = 1; node < leaf_count_; ++node) {
      for (const std::size_t child : {2 * node, 2 * node + 1})
        correlate(products_[child ^ 1], weights_[node], products_[child].size(), weights_[child]);
    }
  }
  std::span<const Number> weights_of(std::size_t index) const { return weights_[node_of(index)]; }

 private:
  // A heap: node i has the children 2i and 2i + 1; the leaves are the last ones.
  std::size_t node_of(std::size_t leaf) const { return leaf_count_ + leaf; }

  static void multiply(const std::vector<Number>& a, const std::vector<Number>& b,
                       std::vector<Number>& product) {
    const std::vector<Number>& shorter = a.size() < b.size() ? a : b;
    const std::vector<Number>& longer = a.size() < b.size() ? b : a;
    product.assign(a.size() + b.size() - 1, Number(0));
    for (std::size_t i = 0; i < shorter.size(); ++i) {
      if (shorter[i] == Number(0)) continue;
      const Number factor = shorter[i];
      Number* const to = product.data() + i;
      for (std::size_t j = 0; j < longer.size(); ++j) to[j] += factor * longer[j];
    }
  }

  // result[j] = sum over i of sibling[i] * parent[i + j].
  static void correlate(const std::vector<Number>& sibling, const std::vector<Number>& parent,
                        std::size_t length, std::vector<Number>& result) {
    result.assign(length, Number(0));
    for (std::size_t i = 0; i < sibling.size(); ++i) {
      if (sibling[i] == Number(0)) continue;
      const Number factor = sibling[i];
      const Number* const from = parent.data() + i;
      for (std::size_t j = 0; j < length; ++j) result[j] += factor * from[j];
    }
  }

  std::size_t leaf_count_ = 0;
  std::vector<std::vector<Number>> products_;  // [node]
  std::vector<std::vector<Number>> weights_;   // [node]
};

}  // namespace sapper::solvers
