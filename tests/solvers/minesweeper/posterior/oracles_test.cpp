// The oracles checked against each other before they are used.
#include "tests/support/case_count.hpp"
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

// Published: how many of the C(9, k) layouts of k mines on a 3 x 3 board the best play wins. No
// strategy wins more, better-informed ones win no less, and lowest risk comes close on such a board.
TEST(PolicyValue, StaysBelowTheOptimum) {
  constexpr std::array<double, 8> kBestWins{8, 24, 33, 27, 16, 6, 2, 1};
  const sim::Grid grid(3, 3);
  for (std::uint32_t mines = 1; mines <= 8; ++mines) {
    const double best = kBestWins[mines - 1] / binomial(9, mines).convert_to<double>();
    const double lowest_risk = exact_win_probability(grid, mines, min_risk_policy);
    const double csp = exact_win_probability(grid, mines, csp_policy);
    const double rules = exact_win_probability(grid, mines, rules_policy);
    const double random = exact_win_probability(grid, mines, random_policy);
    EXPECT_LE(lowest_risk, best + 1e-12) << mines;
    EXPECT_LE(csp, lowest_risk + 1e-12) << mines;
    EXPECT_LE(rules, csp + 1e-12) << mines;
    EXPECT_LE(random, rules + 1e-12) << mines;
    EXPECT_GT(lowest_risk, 0.6 * best) << mines;
  }
}

}  // namespace
}  // namespace sapper::tests
