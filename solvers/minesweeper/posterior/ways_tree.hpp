// Combines independent components by their mine counts.
//
// Each leaf holds a component's ways by extra mines (a polynomial); a node holds the product of the leaves
// below it. Given weights for the total of extra mines, each leaf receives the weights that all other leaves induce on
// its own number: from the root down, a child's weights are the correlation of its parent's weights with its sibling.
// For n leaves and R extra mines at most in all: R^2 operations and memory for R log n numbers, where prefix products
// would need R n.
//
// The same tree combines probabilities (probability_tree.hpp) and sets of possible numbers (possible_totals.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "sim/support/contracts.hpp"

namespace sapper::solvers {

// Product: functions that set a node to the product of no leaves, multiply two nodes, and correlate.
template <class Node, class Product>
class CombiningTree {
 public:
  // Starts a new tree; fill leaf(i) for each leaf before build().
  void start(std::size_t leaf_count) {
    leaf_count_ = leaf_count;
    if (products_.size() < 2 * leaf_count + 2) {
      products_.resize(2 * leaf_count + 2);
      weights_.resize(2 * leaf_count + 2);
    }
    if (leaf_count == 0) product_.set_to_one(products_[1]);
  }
  Node& leaf(std::size_t index) { return products_[node_of(index)]; }

  // The product of all leaves: [extra mines in all].
  const Node& build() {
    for (std::size_t node = leaf_count_; node-- > 1;)
      product_.multiply(products_[2 * node], products_[2 * node + 1], products_[node]);
    return products_[1];
  }

  // weights: [extra mines in all], as long as the product. Fills weights_of().
  void spread(const Node& weights) {
    if constexpr (requires { weights.size(); }) SAPPER_EXPECT(weights.size() == products_[1].size());
    weights_[1] = weights;
    for (std::size_t node = 1; node < leaf_count_; ++node) {
      for (const std::size_t child : {2 * node, 2 * node + 1})
        product_.correlate(products_[child ^ 1], weights_[node], products_[child], weights_[child]);
    }
  }
  // For each number of the leaf, the weight that all other leaves induce on it.
  const Node& weights_of(std::size_t index) const { return weights_[node_of(index)]; }

 private:
  // A heap: node i has the children 2i and 2i + 1; the leaves are the last ones.
  std::size_t node_of(std::size_t leaf) const { return leaf_count_ + leaf; }

  std::size_t leaf_count_ = 0;
  std::vector<Node> products_;  // [node]
  std::vector<Node> weights_;   // [node]
  Product product_;
};

template <class Number>
struct WaysProduct {
  using Ways = std::vector<Number>;

  static void set_to_one(Ways& ways) { ways.assign(1, Number(1)); }
  static void multiply(const Ways& a, const Ways& b, Ways& product) {
    const Ways& shorter = a.size() < b.size() ? a : b;
    const Ways& longer = a.size() < b.size() ? b : a;
    product.assign(a.size() + b.size() - 1, Number(0));
    for (std::size_t i = 0; i < shorter.size(); ++i) {
      if (shorter[i] == Number(0)) continue;
      const Number factor = shorter[i];
      Number* const to = product.data() + i;
      for (std::size_t j = 0; j < longer.size(); ++j) to[j] += factor * longer[j];
    }
  }
  // result[j] = sum over i of sibling[i] * parent[i + j].
  static void correlate(const Ways& sibling, const Ways& parent, const Ways& self, Ways& result) {
    result.assign(self.size(), Number(0));
    for (std::size_t i = 0; i < sibling.size(); ++i) {
      if (sibling[i] == Number(0)) continue;
      const Number factor = sibling[i];
      const Number* const from = parent.data() + i;
      for (std::size_t j = 0; j < self.size(); ++j) result[j] += factor * from[j];
    }
  }
};

// Number: double or WideNumber. Every product and weight must stay within its range.
template <class Number>
using WaysTree = CombiningTree<std::vector<Number>, WaysProduct<Number>>;

}  // namespace sapper::solvers
