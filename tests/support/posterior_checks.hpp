// Comparison of a posterior with the oracles, cell by cell.
#pragma once

#include "solvers/minesweeper/posterior/posterior.hpp"
#include "tests/support/exact_oracle.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/position_text.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {

// The solvers' guarantee for every probability.
inline constexpr double kPosteriorTolerance = 1e-12;

// A cell is certain exactly when the count says so, and then its probability is 0 or 1 to the last bit.
inline void expect_cell(const solvers::Posterior& posterior, sim::Cell cell, double p_mine, bool is_safe,
                        bool is_mine) {
  const double found = posterior.p_mine(cell);
  ASSERT_TRUE(std::isfinite(found)) << "cell " << cell;
  ASSERT_NEAR(found, p_mine, kPosteriorTolerance) << "cell " << cell;
  ASSERT_EQ(posterior.is_certain_safe(cell), is_safe) << "cell " << cell;
  ASSERT_EQ(posterior.is_certain_mine(cell), is_mine) << "cell " << cell;
  ASSERT_EQ(found == 0, is_safe) << "cell " << cell;
  ASSERT_EQ(found == 1, is_mine) << "cell " << cell;
}

inline void expect_posterior(const sim::View& view, const LayoutCounts& counts,
                             solvers::Posterior& posterior) {
  ASSERT_EQ(posterior.compute(view), counts.layouts > 0);
  if (counts.layouts == 0) return;
  for (sim::Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell)) continue;
    ASSERT_NO_FATAL_FAILURE(expect_cell(posterior, cell, counts.p_mine(cell), counts.is_certain_safe(cell),
                                        counts.is_certain_mine(cell)));
  }
}

// wanted: the frontier cells that `counts` counted for; all if empty.
inline void expect_posterior(const sim::View& view, const ExactCounts& counts, solvers::Posterior& posterior,
                             std::span<const sim::Cell> wanted = {}) {
  ASSERT_EQ(posterior.compute(view), counts.layouts > 0);
  if (counts.layouts == 0) return;
  // Cells away from the frontier share one probability, which is costly to divide out on large boards.
  const double p_away = ratio(counts.with_mine_away, counts.layouts);
  long double sum = 0;
  for (sim::Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell)) continue;
    sum += posterior.p_mine(cell);
    if (!counts.is_away[cell] && !wanted.empty() && std::ranges::find(wanted, cell) == wanted.end()) continue;
    const double p_mine = counts.is_away[cell] ? p_away : counts.p_mine(cell);
    const BigInt& with_mine = counts.with_mine(cell);
    ASSERT_NO_FATAL_FAILURE(
        expect_cell(posterior, cell, p_mine, with_mine == 0, with_mine == counts.layouts));
  }
  // The probabilities sum to the number of mines.
  EXPECT_NEAR(static_cast<double>(sum), view.mine_count(), 1e-12 * (1 + view.hidden_count()));
}

}  // namespace sapper::tests
