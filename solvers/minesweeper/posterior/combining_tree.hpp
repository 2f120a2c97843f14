// Combines independent components by their mine counts.
//
// Each leaf holds a component's ways by extra mines (a polynomial); a node holds the product of the leaves
// below it. Given weights for the total of extra mines, each leaf receives the weights that all other leaves induce on
// its own number: from the root down, a child's weights are the correlation of its parent's weights with its sibling.
// For n leaves and R extra mines at most in all: R^2 operations and memory for R log n numbers, where prefix products
// would need R n.
//
// The same tree combines probabilities (ProbabilityTree) and sets of possible numbers (PossibleTotals).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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
  // The weights that all other leaves induce on each number of the leaf.
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

// Values by index, which are 0 outside first..first + values.size() - 1.
struct OffsetCounts {
  std::size_t first = 0;
  std::vector<double> values;

  std::size_t end() const { return first + values.size(); }
};

struct WindowProduct {
  static void set_to_one(OffsetCounts& window);
  static void multiply(const OffsetCounts& a, const OffsetCounts& b, OffsetCounts& product);
  // result[j] = sum over i of sibling[i] * parent[i + j], for j within the window of `self`.
  static void correlate(const OffsetCounts& sibling, const OffsetCounts& parent, const OffsetCounts& self,
                        OffsetCounts& result);
};

// Like WaysTree, for leaves that are probability distributions: each node keeps only the window of totals with
// non-negligible probability.
//
// A product of distributions sums to 1 again, so nothing leaves the range of doubles and no scaling is
// needed. By the central limit theorem a node of n leaves keeps some 50 standard deviations, a multiple of sqrt(n)
// totals; the cost is O(n log n) operations for leaves of bounded length, where WaysTree takes n^2. The dropped values
// change a sum over the root by less than 1e-130 for up to a million leaves and a million totals, so a known sum bounds
// the relative error.
//
// The leaves' probabilities add up to 1; the weights for totals are at most about 1.
class ProbabilityTree : public CombiningTree<OffsetCounts, WindowProduct> {
 public:
  // Smaller values count as 0; the product of two larger ones is not denormal.
  static constexpr double kNegligible = 1e-150;

  // probabilities: [extra mines], summing to 1.
  void set_leaf(std::size_t index, std::span<const double> probabilities);
};

// A set of the numbers 0..size() - 1.
class NumberSet {
 public:
  void assign(std::size_t size) {
    size_ = size;
    words_.assign((size + 63) / 64, 0);
  }
  std::size_t size() const { return size_; }
  bool contains(std::size_t number) const { return ((words_[number / 64] >> (number % 64)) & 1) != 0; }
  void insert(std::size_t number) { words_[number / 64] |= std::uint64_t{1} << (number % 64); }
  // The first member, or the first non-member, at or above `from`; size() if there is none.
  std::size_t next_member(std::size_t from) const;
  std::size_t next_gap(std::size_t from) const;
  std::size_t last_member() const;  // the set must not be empty

  // Adds number + shift (or number - shift) for each member of the other set, if it is in 0..size() - 1.
  void add_raised(const NumberSet& other, std::size_t shift);
  void add_lowered(const NumberSet& other, std::size_t shift);

 private:
  void clear_beyond_end();

  std::size_t size_ = 0;
  std::vector<std::uint64_t> words_;
};

class SetSums {
 public:
  static void set_to_one(NumberSet& set);
  // All sums of a member of each.
  void multiply(const NumberSet& a, const NumberSet& b, NumberSet& sums);
  // All differences from 0 to self.size() - 1 of a member of `totals` and one of `others`.
  void correlate(const NumberSet& others, const NumberSet& totals, const NumberSet& self,
                 NumberSet& differences);

 private:
  NumberSet smeared_;  // scratch
};

// The numbers of extra mines that each component can hold, given the totals that the rest of the board allows: exact
// where probabilities may underflow. A node holds the totals that the leaves below it can reach. Sets are combined by
// shifts; a run of consecutive members takes a logarithmic number of shifts, so that components without gaps are nearly
// free. Worst case, for R extra mines in all: R^2 / 128 word operations.
//
// Leaves have at least one member each. The weights for totals are the set of allowed ones; those of a leaf are the
// numbers that reach an allowed total together with some numbers of all other leaves, members of the leaf or not.
using PossibleTotals = CombiningTree<NumberSet, SetSums>;

}  // namespace sapper::solvers
