// The trees of the combination against sums over all numbers of all leaves.
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/posterior/combining_tree.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/contracts.hpp"
#include "tests/support/exact_oracle.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/naive_rules.hpp"
#include "tests/support/policy_value.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/reference_positions.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::View;
using solvers::NumberSet;
using solvers::OffsetCounts;
using solvers::PossibleTotals;
using solvers::ProbabilityTree;
using solvers::WaysTree;
using solvers::WideNumber;

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
  sim::Stream random({3, 0, 0}, sim::StreamPurpose::playout);
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
  sim::Stream random({4, 0, 0}, sim::StreamPurpose::playout);
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
    const OffsetCounts& totals = tree.build();
    for (std::size_t total = 0; total < sums.totals.size(); ++total) {
      const bool is_inside = total >= totals.first && total < totals.end();
      ASSERT_NEAR(is_inside ? totals.values[total - totals.first] : 0, sums.totals[total], 1e-14);
    }
    tree.spread({0, weights});
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const OffsetCounts& window = tree.weights_of(i);
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
  const OffsetCounts& totals = tree.build();
  EXPECT_LT(totals.values.size(), 4000U);
  const double sum = std::accumulate(totals.values.begin(), totals.values.end(), 0.0);
  EXPECT_NEAR(sum, 1, 1e-12);
  double mean = 0;
  for (std::size_t i = 0; i < totals.values.size(); ++i)
    mean += static_cast<double>(totals.first + i) * totals.values[i];
  EXPECT_NEAR(mean, 0.25 * kLeaves, 1e-8);
}

TEST(PossibleTotals, TriesAllNumbersOfAllLeaves) {
  sim::Stream random({5, 0, 0}, sim::StreamPurpose::playout);
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

// The oracles checked against each other before they are used.

TEST(LayoutOracle, CountsByHand) {
  // A 1 in the corner of an open board: three cells share one mine, the others the rest.
  const Position corner = position_from_rows({"1..", "...", "..."}, 2);
  const LayoutCounts counts = count_layouts(corner.view);
  EXPECT_EQ(counts.layouts, 15);      // 3 * 5
  EXPECT_EQ(counts.with_mine[1], 5);  // that mine here, the other in one of five
  EXPECT_EQ(counts.with_mine[8], 3);  // the other mine here
  EXPECT_EQ(counts.with_mine[0], 0);
  EXPECT_EQ(layouts_to_try(corner.view), 28);
  EXPECT_EQ(count_layouts(corner.view, std::array<Cell, 1>{1}).layouts, 5);
  EXPECT_EQ(count_layouts(corner.view, std::array<Cell, 1>{0}).layouts, 0);
  EXPECT_EQ(consistent_layouts(corner.view).size(), 15);
}

TEST(LayoutOracle, MeetsTheEnds) {
  EXPECT_EQ(count_layouts(hidden_position(2, 3, sim::Topology::square, 6).view).layouts, 1);
  EXPECT_EQ(count_layouts(hidden_position(2, 3, sim::Topology::square, 7).view).layouts, 0);
  EXPECT_EQ(count_layouts(hidden_position(5, 5, sim::Topology::hex, 0).view).layouts, 1);
  EXPECT_EQ(count_layouts(position_from_rows({"0"}, 0).view).layouts, 1);
  EXPECT_EQ(count_layouts(position_from_rows({"0"}, 1).view).layouts, 0);
  EXPECT_EQ(count_layouts(position_from_rows({"1"}, 0).view).layouts, 0);
  EXPECT_EQ(count_layouts(position_from_rows({"..", ".."}, 2, sim::Topology::square, {0, 3}).view).layouts,
            1);
}

TEST(ExactOracle, Binomials) {
  EXPECT_EQ(binomial(0, 0), 1);
  EXPECT_EQ(binomial(5, 6), 0);
  EXPECT_EQ(binomial(52, 5), 2598960);
  EXPECT_EQ(binomial(480, 99).str(), binomial(480, 381).str());
  EXPECT_EQ(binomial(100, 50).str(), "100891344545564193334812497256");
  EXPECT_EQ(ratio(1, 3), 1.0 / 3);
  EXPECT_EQ(ratio(BigInt(1) << 5000, BigInt(3) << 5000), 1.0 / 3);
  EXPECT_EQ(ratio(7, 7), 1.0);
}

TEST(ExactOracle, AgreesWithBruteForce) {
  int consistent = 0;
  const int cases = case_count(4000);
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position({}, 11, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    const LayoutCounts brute = count_layouts(view);
    const std::optional<ExactCounts> exact = count_exactly(view);
    ASSERT_TRUE(exact);
    ASSERT_EQ(exact->layouts, brute.layouts);
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
      ASSERT_EQ(exact->with_mine(cell), brute.with_mine[cell]) << cell;
      if (brute.layouts > 0) {
        ASSERT_NEAR(exact->p_mine(cell), brute.p_mine(cell), 1e-15);
      }
    }
    consistent += brute.layouts > 0;
  }
  EXPECT_GT(consistent, cases / 2);
  EXPECT_LT(consistent, cases);
}

// Published probabilities, by an independent engine, have 12 digits.
TEST(ExactOracle, AgreesWithPublishedPositions) {
  int counted = 0;
  for (const ReferencePosition& reference : read_reference_positions("positions.jsonl")) {
    SCOPED_TRACE(reference.name);
    const View& view = reference.position.view;
    const std::optional<ExactCounts> exact = count_exactly(view, 2'000'000);
    if (!exact) continue;
    ++counted;
    EXPECT_EQ(exact->layouts.str(), reference.solutions);
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
      if (view.is_hidden(cell)) {
        ASSERT_NEAR(exact->p_mine(cell), reference.p_mine[cell], 1e-9);
      }
    }
  }
  EXPECT_EQ(counted, 90);
}

TEST(RandomPosition, IsConsistentWhereItComesFromAGame) {
  const int cases = case_count(2000);
  std::array<int, 5> by_origin{};
  std::array<int, 3> by_topology{};
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position({}, 12, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    ++by_origin[static_cast<std::size_t>(made.origin)];
    ++by_topology[static_cast<std::size_t>(view.grid().topology())];
    if (made.origin != Origin::dug && made.origin != Origin::scattered) continue;
    SCOPED_TRACE(text_of(view));
    const LayoutCounts all = count_layouts(view);
    EXPECT_GT(all.layouts, 0);
    EXPECT_GT(count_layouts(view, made.mines).layouts, 0);
  }
  for (const int count : by_origin) EXPECT_GT(count, cases / 60);
  for (const int count : by_topology) EXPECT_GT(count, cases / 5);
}

TEST(NaiveRules, AreSound) {
  const PositionKind kind{.may_be_inconsistent = false};
  int proofs = 0;
  const int cases = case_count(2000);
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position(kind, 13, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    const KnownCells known = known_by_rules(view);
    const LayoutCounts counts = count_layouts(view);
    for (const Cell cell : known.safe) EXPECT_TRUE(counts.is_certain_safe(cell)) << cell;
    for (const Cell cell : known.mine) EXPECT_TRUE(counts.is_certain_mine(cell)) << cell;
    proofs += !known.safe.empty();
  }
  EXPECT_GT(proofs, cases / 10);
}

TEST(PolicyValue, ByHand) {
  // One mine in two cells: the first dig decides.
  EXPECT_DOUBLE_EQ(exact_win_probability(sim::Grid(1, 2), 1, random_policy), 0.5);
  EXPECT_DOUBLE_EQ(exact_win_probability(sim::Grid(1, 2), 1, min_risk_policy), 0.5);
  // One mine in a row of three. An end dug first (2/3): 1 shows the mine next to it; 0 opens the middle cell,
  // whose 1 shows the mine at the other end: won unless the end is the mine. The middle dug first: a 1, and
  // either end is a mine with 1/2.
  const double expected = 2.0 / 3 * (2.0 / 3) + 1.0 / 3 * (2.0 / 3) * 0.5;
  EXPECT_DOUBLE_EQ(exact_win_probability(sim::Grid(1, 3), 1, min_risk_policy), expected);
  EXPECT_DOUBLE_EQ(exact_win_probability(sim::Grid(3, 3), 0, min_risk_policy), 1.0);
  // Digging at random wins with the probability that no order of digs meets a mine before the safe cells are
  // shown; without openings (a mine next to every cell) that is 1 over the number of layouts.
  EXPECT_DOUBLE_EQ(exact_win_probability(sim::Grid(2, 2), 1, random_policy), 1.0 / 4);
}

}  // namespace
}  // namespace sapper::tests
