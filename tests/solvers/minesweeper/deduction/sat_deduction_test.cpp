// Certainty by satisfiability, against all layouts of small boards, impossible ones included.
#include "solvers/minesweeper/deduction/sat_deduction.hpp"

#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::View;
using solvers::LocalRules;
using solvers::SatDeduction;

std::vector<Cell> sorted(std::span<const Cell> cells) {
  std::vector<Cell> result(cells.begin(), cells.end());
  std::ranges::sort(result);
  return result;
}

TEST(SatDeduction, FindsWhatAllLayoutsAgreeOn) {
  int impossible = 0;
  int with_safe = 0;
  int only_mines = 0;
  const int cases = case_count(5000);
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position({}, 350, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    LocalRules knowledge(view.grid());
    knowledge.reset(view);
    if (!knowledge.propagate()) continue;
    const LayoutCounts counts = count_layouts(view);
    SatDeduction deduction(view.grid());
    const bool is_possible = deduction.compute(knowledge);
    if (counts.layouts == 0) {
      // Where something is safe whatever the mine count, the mine count has not been considered.
      ASSERT_TRUE(!is_possible || !deduction.safe().empty());
      impossible += !is_possible;
      continue;
    }
    ASSERT_TRUE(is_possible);

    std::vector<Cell> safe;
    std::vector<Cell> mines;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
      if (!knowledge.is_unknown(cell)) continue;
      if (counts.is_certain_safe(cell)) safe.push_back(cell);
      if (counts.is_certain_mine(cell)) mines.push_back(cell);
    }
    // If something is safe whatever the mine count, the rest may be found later.
    const std::vector<Cell> found_safe = sorted(deduction.safe());
    const std::vector<Cell> found_mines = sorted(deduction.mines());
    ASSERT_EQ(found_safe.empty(), safe.empty());
    ASSERT_TRUE(std::ranges::includes(safe, found_safe));
    ASSERT_TRUE(std::ranges::includes(mines, found_mines));
    if (safe.empty()) {
      ASSERT_EQ(found_mines, mines);
    }
    with_safe += !safe.empty();
    only_mines += safe.empty() && !mines.empty();
  }
  EXPECT_GT(impossible, cases / 50);
  EXPECT_GT(with_safe, cases / 50);
  EXPECT_GT(only_mines, 0);
}

}  // namespace
}  // namespace sapper::tests
