// The outcomes of a dig, against brute force over all layouts.
#include "solvers/minesweeper/analysis/dig_outcomes.hpp"

#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

void expect_outcomes(const sim::View& view, sim::Cell cell) {
  const tests::LayoutCounts before = tests::count_layouts(view);
  std::vector<DigOutcome> outcomes = dig_outcomes(view, {}, cell);
  for (int number = 0; number <= view.grid().neighbors(cell).size(); ++number) {
    sim::View shown = view;
    shown.show(cell, number);
    const tests::LayoutCounts after = tests::count_layouts(shown);
    const auto outcome = std::find_if(outcomes.begin(), outcomes.end(),
                                      [&](const DigOutcome& one) { return one.number == number; });
    ASSERT_EQ(outcome != outcomes.end(), after.layouts > 0) << "number " << number;
    if (after.layouts == 0) continue;
    EXPECT_NEAR(outcome->probability,
                static_cast<double>(after.layouts) / static_cast<double>(before.layouts), 1e-11);
    for (sim::Cell other = 0; other < view.grid().cell_count(); ++other) {
      if (shown.is_shown(other)) continue;
      EXPECT_NEAR(outcome->p_mine[other], after.p_mine(other), 1e-11);
      EXPECT_EQ(std::count(outcome->safe.begin(), outcome->safe.end(), other), after.is_certain_safe(other));
      EXPECT_EQ(std::count(outcome->mine.begin(), outcome->mine.end(), other), after.is_certain_mine(other));
    }
  }
}

TEST(DigOutcomes, AgreeWithAllLayouts) {
  const tests::PositionKind kind{.max_layouts = 5'000, .may_be_inconsistent = false, .may_have_flags = false};
  int digs = 0;
  for (int i = 0; i < tests::case_count(150); ++i) {
    const auto made = tests::random_position(kind, 77, static_cast<std::uint64_t>(i));
    for (sim::Cell cell = 0; cell < made.position.grid->cell_count(); ++cell)
      if (made.position.view.is_hidden(cell)) {
        SCOPED_TRACE("position " + std::to_string(i) + ", cell " + std::to_string(cell));
        expect_outcomes(made.position.view, cell);
        ++digs;
        if (testing::Test::HasFailure()) return;
      }
  }
  EXPECT_GT(digs, 0);
}

}  // namespace
}  // namespace sapper::solvers
