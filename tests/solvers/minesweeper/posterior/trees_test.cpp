// The trees of the combination against sums over all numbers of all leaves.
#include <functional>
#include <numeric>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/counting/wide_number.hpp"
#include "solvers/minesweeper/posterior/possible_totals.hpp"
#include "solvers/minesweeper/posterior/probability_tree.hpp"
#include "solvers/minesweeper/posterior/ways_tree.hpp"
#include "tests/support/contracts.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using solvers::NumberSet;
using solvers::PossibleTotals;
using solvers::ProbabilityTree;
using solvers::WaysTree;
using solvers::WideNumber;
using solvers::Window;

using Leaves = std::vector<std::vector<double>>;  // [leaf][number], small whole numbers

Leaves random_leaves(std::size_t count, sim::Stream& random) {
  Leaves leaves(count);
  for (auto& leaf : leaves) {
    leaf.resize(1 + random.below(4));
    for (double& ways : leaf) ways = random.below(3) == 0 ? 0 : 1 + random.below(9);
    leaf.front() += 1;
    leaf.back() += 1;
  }
  return leaves;
}

std::size_t total_size(const Leaves& leaves) {
  std::size_t size = 1;
  for (const auto& leaf : leaves) size += leaf.size() - 1;
  return size;
}

// Calls visit(numbers, total, product of the leaves' values) for all numbers of all leaves.
void for_each_choice(const Leaves& leaves,
                     const std::function<void(const std::vector<std::size_t>&, std::size_t, double)>& visit) {
  std::vector<std::size_t> numbers(leaves.size(), 0);
  for (;;) {
    double product = 1;
    for (std::size_t i = 0; i < leaves.size(); ++i) product *= leaves[i][numbers[i]];
    visit(numbers, std::accumulate(numbers.begin(), numbers.end(), std::size_t{0}), product);
    std::size_t i = 0;
    while (i < leaves.size() && ++numbers[i] == leaves[i].size()) numbers[i++] = 0;
    if (i == leaves.size()) return;
  }
}

struct Sums {
  std::vector<double> totals;    // [total]
  Leaves weights;                // [leaf][number], by the totals' weights
  std::vector<double> by_total;  // the weights

  Sums(const Leaves& leaves, std::vector<double> total_weights)
      : totals(total_size(leaves), 0), weights(leaves), by_total(std::move(total_weights)) {
    for (auto& leaf : weights) leaf.assign(leaf.size(), 0);
    for_each_choice(leaves,
                    [&](const auto&, std::size_t total, double product) { totals[total] += product; });
    // A leaf's own value does not enter its weights.
    for (std::size_t own = 0; own < leaves.size(); ++own) {
      Leaves others = leaves;
      others[own].assign(others[own].size(), 1);
      for_each_choice(others, [&](const auto& numbers, std::size_t total, double product) {
        weights[own][numbers[own]] += product * by_total[total];
      });
    }
  }
};

std::vector<double> random_weights(std::size_t size, sim::Stream& random) {
  std::vector<double> weights(size);
  for (double& weight : weights) weight = random.below(4) == 0 ? 0 : 1 + random.below(7);
  return weights;
}

// Whole numbers below 2^53: exact in doubles.
template <class Number>
void expect_exact_tree(const Leaves& leaves, const Sums& sums, WaysTree<Number>& tree) {
  const auto as_numbers = [](const std::vector<double>& values) {
    std::vector<Number> numbers;
    for (const double value : values) numbers.emplace_back(value);
    return numbers;
  };
  tree.start(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) tree.leaf(i) = as_numbers(leaves[i]);
  const auto product = tree.build();
  ASSERT_EQ(std::vector<Number>(product.begin(), product.end()), as_numbers(sums.totals));
  tree.spread(as_numbers(sums.by_total));
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const auto weights = tree.weights_of(i);
    ASSERT_EQ(std::vector<Number>(weights.begin(), weights.end()), as_numbers(sums.weights[i]));
  }
}

// One tree serves all positions: earlier ones must have no effect.
TEST(WaysTree, SumsOverAllNumbersOfAllLeaves) {
  sim::Stream random({3, 0, 0}, sim::Purpose::playout);
  WaysTree<double> plain;
  WaysTree<WideNumber> wide;
  for (int round = 0; round < 200; ++round) {
    const Leaves leaves = random_leaves(random.below(8), random);
    const Sums sums(leaves, random_weights(total_size(leaves), random));
    ASSERT_NO_FATAL_FAILURE(expect_exact_tree(leaves, sums, plain));
    ASSERT_NO_FATAL_FAILURE(expect_exact_tree(leaves, sums, wide));
  }
}

TEST(WaysTree, TakesAWeightForEveryTotal) {
  WaysTree<double> tree;
  tree.start(1);
  tree.leaf(0) = {1, 2};
  tree.build();
  EXPECT_BROKEN_CONTRACT(tree.spread(std::vector<double>{1}), "weights.size");
}

TEST(ProbabilityTree, SumsOverAllNumbersOfAllLeaves) {
  sim::Stream random({4, 0, 0}, sim::Purpose::playout);
  ProbabilityTree tree;
  for (int round = 0; round < 200; ++round) {
    Leaves leaves = random_leaves(random.below(8), random);
    for (auto& leaf : leaves) {
      const double sum = std::accumulate(leaf.begin(), leaf.end(), 0.0);
      for (double& value : leaf) value /= sum;
      // Sometimes a leaf with only one non-negligible number.
      if (random.below(8) == 0) {
        leaf.assign(leaf.size(), 1e-200);
        leaf[random.below(static_cast<std::uint32_t>(leaf.size()))] = 1;
      }
    }
    std::vector<double> weights = random_weights(total_size(leaves), random);
    const Sums sums(leaves, weights);
    tree.start(leaves.size());
    for (std::size_t i = 0; i < leaves.size(); ++i) tree.set_leaf(i, leaves[i]);
    const Window& totals = tree.build();
    for (std::size_t total = 0; total < sums.totals.size(); ++total) {
      const bool is_inside = total >= totals.first && total < totals.end();
      ASSERT_NEAR(is_inside ? totals.values[total - totals.first] : 0, sums.totals[total], 1e-14);
    }
    tree.spread({0, weights});
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const Window& window = tree.weights_of(i);
      for (std::size_t number = 0; number < leaves[i].size(); ++number) {
        if (leaves[i][number] < 1e-100) continue;
        const bool is_inside = number >= window.first && number < window.end();
        ASSERT_NEAR(is_inside ? window.values[number - window.first] : 0, sums.weights[i][number], 1e-13);
      }
    }
  }
}

// Far more leaves than the range of doubles would allow unscaled, and windows far shorter than all totals.
TEST(ProbabilityTree, KeepsWhatIsNotNegligible) {
  constexpr std::size_t kLeaves = 20'000;
  ProbabilityTree tree;
  tree.start(kLeaves);
  for (std::size_t i = 0; i < kLeaves; ++i) tree.set_leaf(i, std::vector<double>{0.75, 0.25});
  const Window& totals = tree.build();
  EXPECT_LT(totals.values.size(), 4000U);
  const double sum = std::accumulate(totals.values.begin(), totals.values.end(), 0.0);
  EXPECT_NEAR(sum, 1, 1e-12);
  double mean = 0;
  for (std::size_t i = 0; i < totals.values.size(); ++i)
    mean += static_cast<double>(totals.first + i) * totals.values[i];
  EXPECT_NEAR(mean, 0.25 * kLeaves, 1e-8);
}

TEST(PossibleTotals, TriesAllNumbersOfAllLeaves) {
  sim::Stream random({5, 0, 0}, sim::Purpose::playout);
  PossibleTotals tree;
  for (int round = 0; round < 300; ++round) {
    Leaves leaves = random_leaves(random.below(7), random);
    // Some leaves longer than a machine word.
    if (round % 3 == 0 && !leaves.empty()) {
      leaves.resize(std::min<std::size_t>(leaves.size(), 3));
      leaves.front().resize(60 + random.below(90));
      for (double& ways : leaves.front()) ways = random.below(5) == 0 ? 0 : 1;
      leaves.front().front() = leaves.front().back() = 1;
    }
    std::vector<double> weights = random_weights(total_size(leaves), random);
    const Sums sums(leaves, weights);
    tree.start(leaves.size());
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      tree.leaf(i).assign(leaves[i].size());
      for (std::size_t number = 0; number < leaves[i].size(); ++number)
        if (leaves[i][number] > 0) tree.leaf(i).insert(number);
    }
    const NumberSet& reachable = tree.build();
    ASSERT_EQ(reachable.size(), sums.totals.size());
    NumberSet allowed;
    allowed.assign(reachable.size());
    for (std::size_t total = 0; total < weights.size(); ++total) {
      ASSERT_EQ(reachable.contains(total), sums.totals[total] > 0);
      if (weights[total] > 0) allowed.insert(total);
    }
    tree.spread(allowed);
    for (std::size_t i = 0; i < leaves.size(); ++i)
      for (std::size_t number = 0; number < leaves[i].size(); ++number)
        ASSERT_EQ(tree.weights_of(i).contains(number), sums.weights[i][number] > 0) << i << " " << number;
  }
}

}  // namespace
}  // namespace sapper::tests
