// Two-step survival against its definition, over all layouts of small positions.
#include "solvers/minesweeper/choice/look_ahead.hpp"

#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;
using Layouts = std::vector<std::uint64_t>;  // bit i: a mine in cell i

bool has_mine(std::uint64_t layout, Cell cell) { return (layout >> cell & 1) != 0; }

double p_mine(const Layouts& layouts, Cell cell) {
  return static_cast<double>(
             std::ranges::count_if(layouts, [&](auto layout) { return has_mine(layout, cell); })) /
         static_cast<double>(layouts.size());
}

// At most one cell in 16 is shown, and no 0.
bool is_early(const sim::View& view) {
  std::size_t shown = 0;
  for (const std::uint8_t cell : sim::cells_of(view)) {
    if (cell == 0) return false;
    shown += cell != sim::kHidden;
  }
  return shown * 16 <= view.grid().cell_count();
}

// 1 if a certainly safe cell has an uncertain neighbour, or if nothing is uncertain; else 1 minus the lowest risk of an
// uncertain cell, and 8 % less early in the game.
double value_after(const sim::View& view, const Layouts& layouts, Cell dug) {
  double lowest = 1;
  bool is_any_uncertain = false;
  const auto is_hidden = [&](Cell cell) { return view.is_hidden(cell) && cell != dug; };
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (!is_hidden(cell)) continue;
    const double risk = p_mine(layouts, cell);
    if (risk > 0 && risk < 1) {
      is_any_uncertain = true;
      lowest = std::min(lowest, risk);
    }
    if (risk > 0) continue;
    for (const Cell neighbor : view.grid().neighbors(cell))
      if (is_hidden(neighbor) && p_mine(layouts, neighbor) > 0 && p_mine(layouts, neighbor) < 1) return 1;
  }
  return is_any_uncertain ? (is_early(view) ? 0.92 : 1) * (1 - lowest) : 1;
}

double two_step_value(const sim::View& view, const Layouts& layouts, Cell cell) {
  double value = 0;
  for (int number = 0; number <= 8; ++number) {
    Layouts after;
    for (const std::uint64_t layout : layouts) {
      int around = 0;
      for (const Cell neighbor : view.grid().neighbors(cell)) around += has_mine(layout, neighbor);
      if (!has_mine(layout, cell) && around == number) after.push_back(layout);
    }
    if (after.empty()) continue;
    value += static_cast<double>(after.size()) / static_cast<double>(layouts.size()) *
             value_after(view, after, cell);
  }
  return value;
}

TEST(LookAhead, ValuesCandidatesByTwoStepSurvival) {
  const int cases = tests::case_count(400);
  const tests::PositionKind kind{.max_layouts = 20'000, .may_be_inconsistent = false};
  int tested = 0;
  int several = 0;
  int early = 0;
  for (std::uint64_t number = 0; tested < cases; ++number) {
    const auto made = tests::random_position(kind, 950, number);
    const sim::View& view = made.position.view;
    Posterior posterior(view.grid());
    ASSERT_TRUE(posterior.compute(view));
    const LocalRules& knowledge = posterior.knowledge();
    bool is_guess = knowledge.unknown_count() > 0;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      if (view.is_hidden(cell) && !knowledge.is_mine(cell))
        is_guess &= !posterior.is_certain_safe(cell) && !posterior.is_certain_mine(cell);
    if (!is_guess) continue;
    ++tested;
    SCOPED_TRACE(tests::text_of(view));
    const Layouts layouts = tests::consistent_layouts(view);
    LookAhead look_ahead(view.grid());
    const auto all = look_ahead.judge(posterior, {.width = 1});
    ASSERT_FALSE(all.empty());
    double best = 0;
    for (const auto& candidate : all) {
      ASSERT_NEAR(candidate.p_mine, p_mine(layouts, candidate.cell), 1e-11);
      ASSERT_NEAR(candidate.value, two_step_value(view, layouts, candidate.cell), 1e-9) << candidate.cell;
      best = std::max(best, candidate.value);
    }
    ASSERT_TRUE(std::ranges::is_sorted(all, {}, [](const auto& candidate) { return -candidate.value; }) ||
                std::abs(all.front().value - best) < 1e-8);
    several += all.size() > 2;
    early += is_early(view);
    // All frontier cells near the lowest risk are candidates, unless they are many.
    double lowest = 1;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      if (knowledge.is_unknown(cell)) lowest = std::min(lowest, p_mine(layouts, cell));
    std::size_t near = 0;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      near += knowledge.is_unknown(cell) && !posterior.is_outside(cell) &&
              p_mine(layouts, cell) < lowest + LookAhead::Reach().margin - 1e-9;
    ASSERT_GE(all.size(), std::min(near, LookAhead::Reach().max_frontier));

    // Pruning drops only what cannot be the best.
    const sim::Cell first = all.front().cell;
    const auto pruned = look_ahead.judge(posterior, {});
    ASSERT_NEAR(pruned.front().value, best, 1e-9);
    ASSERT_EQ(pruned.front().cell, first);
  }
  EXPECT_GT(several, cases / 3);
  EXPECT_GT(early, 0);
}

// Next to a 1 in a corner a cell two steps away gives most information, but another corner is more likely to open.
TEST(LookAhead, PrefersCornersBeforeTheFirstOpening) {
  const sim::Grid grid(16, 30);
  const auto best_of = [&](const sim::View& view) {
    Posterior posterior(grid);
    EXPECT_TRUE(posterior.compute(view));
    return LookAhead(grid).judge(posterior, {}).front().cell;
  };
  sim::View view(grid, 99);
  view.show(0, 1);
  EXPECT_EQ(best_of(view), grid.at(0, 29));
  // Somewhere else something has opened.
  for (const Cell row : {8U, 9U, 10U})
    for (const Cell col : {15U, 16U, 17U}) view.show(row * 30 + col, row == 9 && col == 16 ? 0 : 3);
  EXPECT_FALSE(is_before_first_opening(view));
}

// No corner is left, and of the cells at the sides that differ only by the numbers nearby the first on the board are
// near the corners that show most.
TEST(LookAhead, FindsTheBestOfAllCellsAwayFromTheFrontier) {
  const sim::Grid grid(16, 30);
  sim::View view(grid, 99);
  for (const Cell corner : {grid.at(0, 0), grid.at(0, 29)}) view.show(corner, 2);
  for (const Cell corner : {grid.at(15, 0), grid.at(15, 29)}) view.show(corner, 1);
  Posterior posterior(grid);
  ASSERT_TRUE(posterior.compute(view));
  LookAhead look_ahead(grid);
  const auto all = look_ahead.judge(posterior, {.max_away = grid.cell_count(), .width = 1});
  EXPECT_GE(all.size(), 20U);
  const double best = all.front().value;
  EXPECT_NEAR(look_ahead.judge(posterior, {}).front().value, best, 1e-12);
}

}  // namespace
}  // namespace sapper::solvers
