// "Cell c shows v" against brute force over layouts, and on full boards against posteriors from scratch.
#include "solvers/minesweeper/posterior/what_if.hpp"

#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/reference_positions.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;
using sim::View;

constexpr double kTolerance = 1e-11;

// The facts about a position from the layouts of a small board, known mines included.
class ByLayouts {
 public:
  ByLayouts(const sim::Grid& grid, std::vector<std::uint64_t> layouts)
      : grid_(grid), layouts_(std::move(layouts)) {}

  std::size_t count() const { return layouts_.size(); }
  double p_mine(Cell cell) const {
    const auto mines =
        std::ranges::count_if(layouts_, [&](auto layout) { return (layout >> cell & 1) != 0; });
    return static_cast<double>(mines) / static_cast<double>(layouts_.size());
  }
  ByLayouts showing(Cell cell, int number) const {
    std::vector<std::uint64_t> left;
    for (const std::uint64_t layout : layouts_) {
      int around = 0;
      for (const Cell neighbor : grid_.neighbors(cell)) around += static_cast<int>(layout >> neighbor & 1);
      if ((layout >> cell & 1) == 0 && around == number) left.push_back(layout);
    }
    return {grid_, std::move(left)};
  }

 private:
  const sim::Grid& grid_;
  std::vector<std::uint64_t> layouts_;
};

// After cell c shows its number.
void expect_position(WhatIf& what_if, const ByLayouts& after, const LocalRules& knowledge, Cell c) {
  const sim::Grid& grid = knowledge.grid();
  double lowest = 1;
  bool is_any_uncertain = false;
  bool tells = false;
  for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
    if (cell == c || !knowledge.is_unknown(cell)) continue;
    const double p_mine = after.p_mine(cell);
    const Risk risk = what_if.risk_of(cell);
    ASSERT_NEAR(risk.p_mine, p_mine, kTolerance) << "cell " << cell;
    ASSERT_EQ(risk.can_be_mine, p_mine > 0) << "cell " << cell;
    ASSERT_EQ(risk.can_be_free, p_mine < 1) << "cell " << cell;
    is_any_uncertain |= p_mine > 0 && p_mine < 1;
    if (p_mine > 0 && p_mine < 1) lowest = std::min(lowest, p_mine);
    if (p_mine > 0) continue;
    for (const Cell neighbor : grid.neighbors(cell))
      tells |= neighbor != c && knowledge.is_unknown(neighbor) && after.p_mine(neighbor) > 0 &&
               after.p_mine(neighbor) < 1;
  }
  ASSERT_NEAR(what_if.lowest_risk(), is_any_uncertain ? lowest : 0, kTolerance);
  ASSERT_EQ(what_if.has_informative_safe_cell(), tells);
  ASSERT_NEAR(what_if.log_layouts(), std::log(static_cast<double>(after.count())), 1e-9);
}

TEST(WhatIf, AgreesWithAllLayouts) {
  const int cases = tests::case_count(3'000);
  const tests::PositionKind kind{.max_layouts = 20'000, .may_be_inconsistent = false};
  int shown = 0;
  int joined = 0;  // cells beside several components
  for (int i = 0; i < cases; ++i) {
    const auto made = tests::random_position(kind, 930, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(tests::text_of(view));
    const ByLayouts before(view.grid(), tests::consistent_layouts(view));
    Posterior posterior(view.grid());
    ASSERT_TRUE(posterior.compute(view));
    const LocalRules& knowledge = posterior.knowledge();
    WhatIf what_if(view.grid());
    ASSERT_TRUE(what_if.start(posterior));
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
      if (!knowledge.is_unknown(cell) || posterior.is_certain_mine(cell)) continue;
      SCOPED_TRACE("dig " + std::to_string(cell));
      what_if.dig(cell);
      double sum = 0;
      for (int number = 0; number < WhatIf::kNumbers; ++number) {
        SCOPED_TRACE("number " + std::to_string(number));
        const ByLayouts after = before.showing(cell, number);
        sum += what_if.probability(number);
        ASSERT_NEAR(what_if.probability(number),
                    static_cast<double>(after.count()) / static_cast<double>(before.count()), kTolerance);
        ASSERT_EQ(what_if.probability(number) > 0, after.count() > 0);
        if (after.count() == 0) continue;
        what_if.show(number);
        ASSERT_NO_FATAL_FAILURE(expect_position(what_if, after, knowledge, cell));
        ++shown;
      }
      ASSERT_NEAR(sum, 1 - before.p_mine(cell), kTolerance);
      std::uint32_t place = Posterior::kNowhere;
      for (const Cell neighbor : view.grid().neighbors(cell)) {
        if (!knowledge.is_unknown(neighbor) || posterior.place_of(neighbor) == Posterior::kNowhere) continue;
        joined += place != Posterior::kNowhere && place != posterior.place_of(neighbor);
        place = posterior.place_of(neighbor);
      }
    }
  }
  EXPECT_GT(shown, 10 * cases);
  EXPECT_GT(joined, cases / 20);
}

TEST(WhatIf, AgreesWithPosteriorsFromScratch) {
  int shown = 0;
  int positions = 0;
  for (const auto& reference : tests::read_reference_positions("positions.jsonl")) {
    const View& view = reference.position.view;
    if (view.grid().cell_count() != 480 || ++positions > tests::case_count(12)) continue;
    Posterior posterior(view.grid());
    ASSERT_TRUE(posterior.compute(view));
    WhatIf what_if(view.grid());
    ASSERT_TRUE(what_if.start(posterior));
    Posterior from_scratch(view.grid());
    for (Cell cell = 0; cell < view.grid().cell_count(); cell += 3) {
      if (!posterior.knowledge().is_unknown(cell) || posterior.is_certain_mine(cell)) continue;
      what_if.dig(cell);
      double sum = 0;
      for (int number = 0; number < WhatIf::kNumbers; ++number) {
        sum += what_if.probability(number);
        if (what_if.probability(number) == 0) continue;
        View after = view;
        after.show(cell, number);
        ASSERT_TRUE(from_scratch.compute(after));
        what_if.show(number);
        ASSERT_NEAR(what_if.log_layouts(), from_scratch.log_layouts(), 1e-9);
        for (Cell other = 0; other < view.grid().cell_count(); ++other)
          if (other != cell && posterior.knowledge().is_unknown(other)) {
            ASSERT_NEAR(what_if.risk_of(other).p_mine, from_scratch.p_mine(other), kTolerance);
          }
        ++shown;
      }
      ASSERT_NEAR(sum, 1 - posterior.p_mine(cell), kTolerance);
    }
  }
  EXPECT_GT(shown, 100);
}

}  // namespace
}  // namespace sapper::solvers
