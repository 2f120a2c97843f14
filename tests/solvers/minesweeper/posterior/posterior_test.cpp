// The posterior against oracles that share no code with it: brute force over all layouts of small positions,
// big integers on medium ones, published probabilities on large ones.
#include "solvers/minesweeper/posterior/posterior.hpp"

#include "tests/support/case_count.hpp"
#include "tests/support/posterior_checks.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/reference_positions.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::View;
using solvers::Posterior;

// In shards, so that the test runner can spread them.
class PosteriorFuzz : public testing::TestWithParam<std::uint64_t> {};

TEST_P(PosteriorFuzz, MatchesAllLayouts) {
  const int cases = case_count(15'000);
  int consistent = 0;
  int guesses = 0;
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position({}, GetParam(), static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    const LayoutCounts counts = count_layouts(view);
    Posterior posterior(view.grid());
    ASSERT_NO_FATAL_FAILURE(expect_posterior(view, counts, posterior));
    consistent += counts.layouts > 0;
    guesses += counts.layouts > 1;
  }
  EXPECT_GT(consistent, cases / 2);
  EXPECT_LT(consistent, cases);
  EXPECT_GT(guesses, cases / 5);
}

// Fewer, with up to 24 hidden cells at any density.
TEST_P(PosteriorFuzz, MatchesAllLayoutsOfFullBoards) {
  const PositionKind kind{.min_side = 4, .max_rows = 5, .max_layouts = 400'000};
  const int cases = case_count(2000);
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position(kind, GetParam() + 50, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    Posterior posterior(view.grid());
    ASSERT_NO_FATAL_FAILURE(expect_posterior(view, count_layouts(view), posterior));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PosteriorFuzz, testing::Range<std::uint64_t>(100, 104));

// A worker reuses one posterior for all its games: earlier positions, even impossible ones, must have no effect.
TEST(Posterior, ForgetsEarlierPositions) {
  const auto grid = std::make_shared<const sim::Grid>(4, 4);
  Posterior reused(*grid);
  const PositionKind kind{.min_side = 4, .max_rows = 4, .max_cols = 4};
  const int cases = case_count(3000);
  int seen = 0;
  for (std::uint64_t i = 0; seen < cases; ++i) {
    const RandomPosition made = random_position(kind, 120, i);
    const View& other = made.position.view;
    if (!(other.grid() == *grid)) continue;
    ++seen;
    View view(*grid, other.mine_count(), {other.free_by_rule().begin(), other.free_by_rule().end()});
    for (Cell cell = 0; cell < grid->cell_count(); ++cell)
      if (other.is_shown(cell)) view.show(cell, other.number(cell));
    SCOPED_TRACE(text_of(view));
    ASSERT_NO_FATAL_FAILURE(expect_posterior(view, count_layouts(view), reused));
  }
}

TEST(Posterior, MatchesBigIntegersOnMediumBoards) {
  const PositionKind kind{.min_side = 7, .max_rows = 9, .max_cols = 9, .max_layouts = 1e100};
  const int cases = case_count(3000);
  int counted = 0;
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position(kind, 130, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    const std::optional<ExactCounts> exact = count_exactly(view, 1'000'000);
    if (!exact) continue;
    ++counted;
    Posterior posterior(view.grid());
    ASSERT_NO_FATAL_FAILURE(expect_posterior(view, *exact, posterior));
  }
  EXPECT_GT(counted, cases / 2);
}

TEST(Posterior, MatchesBigIntegersOnPublishedPositions) {
  for (const ReferencePosition& reference : read_reference_positions("positions.jsonl")) {
    SCOPED_TRACE(reference.name);
    const View& view = reference.position.view;
    const std::optional<ExactCounts> exact = count_exactly(view);
    ASSERT_TRUE(exact);
    Posterior posterior(view.grid());
    ASSERT_NO_FATAL_FAILURE(expect_posterior(view, *exact, posterior));
  }
}

// Published to 12 digits; the hard ones have frontiers beyond plain backtracking.
TEST(Posterior, MatchesPublishedProbabilities) {
  for (const char* file : {"positions.jsonl", "hard_positions.jsonl"}) {
    for (const ReferencePosition& reference : read_reference_positions(file)) {
      SCOPED_TRACE(reference.name);
      const View& view = reference.position.view;
      Posterior posterior(view.grid());
      ASSERT_TRUE(posterior.compute(view));
      for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
        if (view.is_hidden(cell)) {
          ASSERT_NEAR(posterior.p_mine(cell), reference.p_mine[cell], 1e-9);
        }
      }
    }
  }
}

}  // namespace
}  // namespace sapper::tests
