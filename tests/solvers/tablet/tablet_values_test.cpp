#include "solvers/tablet/tablet_values.hpp"

#include "solvers/nim/solver.hpp"
#include "solvers/nim/successors.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/tablet_oracle.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers::tablet {
namespace {

using nim::Algorithm;
using sim::tablet::Tablet;

int value_by(Algorithm algorithm, const Tablet& tablet, ThreadUse threads = ThreadUse::one) {
  return value_of(tablet, *make_solver(tablet, {.algorithm = algorithm, .threads = threads}));
}

// The values given in the game's document.
TEST(TabletValues, OfTheHundredByHundredTablet) {
  SAPPER_LONG_TEST();
  for (const Algorithm algorithm : {Algorithm::memo, Algorithm::normalized}) {
    EXPECT_EQ(value_by(algorithm, {100, 100, 50, 50}), -198);
    EXPECT_EQ(value_by(algorithm, {100, 100, 48, 52}), 191);
  }
  EXPECT_EQ(value_by(Algorithm::normalized, {100, 100, 48, 52}, ThreadUse::all), 191);
}

TEST(TabletValues, Are127InFourSquaresOf127By127Only) {
  SAPPER_LONG_TEST();
  const std::vector<int> values = values_of_squares(127, 127, {.threads = ThreadUse::all}).values;
  ASSERT_EQ(values.size(), 127u * 127u);
  std::vector<std::pair<int, int>> squares;
  for (int row = 0; row < 127; ++row)
    for (int col = 0; col < 127; ++col)
      if (values[static_cast<std::size_t>(row * 127 + col)] == 127) squares.emplace_back(col, row);
  EXPECT_EQ(squares, (std::vector<std::pair<int, int>>{{63, 0}, {0, 63}, {126, 63}, {63, 126}}));
}

// Bouton's rule, which none of the algorithms uses.
TEST(TabletValues, AreLostExactlyWhereTheXorOfTheDistancesIsZero) {
  constexpr int kMost = 12;
  const Tablet largest{2 * kMost + 1, 2 * kMost + 1, kMost, kMost};
  for (const Algorithm algorithm : {Algorithm::memo, Algorithm::normalized}) {
    const auto solver = make_solver(largest, {.algorithm = algorithm});
    for (int left = 0; left <= kMost; ++left)
      for (int right = 0; right <= kMost; ++right)
        for (int above = 0; above <= kMost; ++above)
          for (int below = 0; below <= kMost; ++below) {
            const Tablet tablet{left + 1 + right, above + 1 + below, left, above};
            ASSERT_EQ(value_of(tablet, *solver) > 0, (left ^ right ^ above ^ below) != 0)
                << left << ' ' << right << ' ' << above << ' ' << below;
          }
  }
}

TEST(TabletValues, OfAllAlgorithmsAreThoseOfTheRules) {
  tests::TabletOracle oracle;
  for (int cols = 1; cols <= 9; ++cols)
    for (int rows = 1; rows <= 8; ++rows)
      for (const Tablet& tablet : squares_of(cols, rows)) {
        const int expected = oracle.value(cols, rows, tablet.poison_col, tablet.poison_row);
        ASSERT_EQ(value_by(Algorithm::memo, tablet), expected);
        ASSERT_EQ(value_by(Algorithm::normalized, tablet), expected);
        if (cols + rows > 8) continue;
        ASSERT_EQ(value_by(Algorithm::plain, tablet), expected);
      }
}

TEST(TabletValues, OfAllSquaresAreThoseOfEachSquare) {
  tests::TabletOracle oracle;
  for (const auto& [cols, rows] : {std::pair{11, 6}, std::pair{1, 9}, std::pair{7, 7}, std::pair{1, 1}})
    for (const Algorithm algorithm : {Algorithm::memo, Algorithm::normalized}) {
      const std::vector<int> values = values_of_squares(cols, rows, {.algorithm = algorithm}).values;
      for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col)
          ASSERT_EQ(values[static_cast<std::size_t>(row * cols + col)], oracle.value(cols, rows, col, row));
    }
}

// The ordered table uses no symmetry, so that this is an independent check.
TEST(TabletValues, AreEqualUnderMirrorsRotationsAndAllOrdersOfTheDistances) {
  const std::vector<int> values = values_of_squares(13, 13, {.algorithm = Algorithm::memo}).values;
  const auto at = [&](int col, int row) { return values[static_cast<std::size_t>(row * 13 + col)]; };
  for (int row = 0; row < 13; ++row)
    for (int col = 0; col < 13; ++col) {
      EXPECT_EQ(at(col, row), at(12 - col, row));
      EXPECT_EQ(at(col, row), at(col, 12 - row));
      EXPECT_EQ(at(col, row), at(row, col));
      EXPECT_EQ(at(col, row), at(12 - row, col));
    }
  const Tablet tall{4 + 1 + 9, 2 + 1 + 7, 4, 2};
  const Tablet rearranged{2 + 1 + 4, 9 + 1 + 7, 2, 9};
  EXPECT_EQ(value_by(Algorithm::memo, tall), value_by(Algorithm::memo, rearranged));
}

TEST(TabletValues, BestMoveLeadsToTheValue) {
  tests::TabletOracle oracle;
  for (const Tablet& tablet : squares_of(9, 7)) {
    const auto solver = make_solver(tablet, {});
    const auto best = best_move(tablet, *solver);
    ASSERT_TRUE(best);
    EXPECT_EQ(best->value, value_of(tablet, *solver));
    const Tablet next = after(tablet, best->move);
    const int next_value = oracle.value(next.cols, next.rows, next.poison_col, next.poison_row);
    EXPECT_EQ(best->value, nim::value_before(next_value));
    for (const ValuedMove& move : valued_moves(tablet, *solver)) {
      const Tablet other = after(tablet, move.move);
      EXPECT_EQ(move.value,
                nim::value_before(oracle.value(other.cols, other.rows, other.poison_col, other.poison_row)));
      EXPECT_FALSE(is_better(move, *best));
    }
  }
  const Tablet last{1, 1, 0, 0};
  EXPECT_FALSE(best_move(last, *make_solver(last, {})));
}

// Under best play a game lasts as long as its value says, and the right side wins.
TEST(TabletValues, BestPlayLastsAsLongAsTheValueSays) {
  for (const Tablet& start : {Tablet{100, 100, 50, 50}, Tablet{100, 100, 48, 52}, Tablet{31, 12, 7, 3}}) {
    const auto solver = make_solver(start, {});
    const int value = value_of(start, *solver);
    int moves = 0;
    for (Tablet tablet = start; !is_over(tablet); ++moves)
      tablet = after(tablet, best_move(tablet, *solver)->move);
    EXPECT_EQ(moves, std::abs(value));
    EXPECT_EQ(moves % 2 == 1, value > 0);
  }
}

}  // namespace
}  // namespace sapper::solvers::tablet
