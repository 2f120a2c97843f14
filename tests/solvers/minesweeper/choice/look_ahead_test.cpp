// Two-step survival against its definition, over all layouts of small positions.
#include "solvers/minesweeper/choice/look_ahead.hpp"

#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/choice/informed_rule.hpp"
#include "solvers/minesweeper/choice/shown_key.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

using tests::Layouts;
using tests::p_mine;

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
    for (const std::uint64_t layout : layouts)
      if (!tests::has_mine(layout, cell) && tests::number_in(layout, view.grid(), cell) == number)
        after.push_back(layout);
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
              p_mine(layouts, cell) < lowest + LookAhead::CandidateLimits().margin - 1e-9;
    ASSERT_GE(all.size(), std::min(near, LookAhead::CandidateLimits().max_frontier));

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
  LocalRules knowledge(grid);
  knowledge.reset(view);
  EXPECT_FALSE(is_before_first_opening<OnGrids>(knowledge));
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

namespace sapper::tests {
namespace {

using sim::Cell;
using solvers::AwayCells;
using solvers::Posterior;
using solvers::ShownKey;

// Cells away from the frontier against what their neighbours are, asked one by one.

struct Expected {
  std::map<Cell, bool> near;         // whether a known mine is a neighbour
  std::map<Cell, bool> far_by_mine;  // true
  std::map<int, Cell> clear;         // the first one, by its number of neighbours

  explicit Expected(const Posterior& posterior) {
    const solvers::LocalRules& knowledge = posterior.knowledge();
    const sim::Grid& grid = knowledge.grid();
    for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
      if (!posterior.is_outside(cell)) continue;
      bool is_near = false;
      bool is_by_mine = false;
      for (const Cell neighbor : grid.neighbors(cell)) {
        is_near |= knowledge.is_unknown(neighbor) && !posterior.is_outside(neighbor);
        is_by_mine |= knowledge.is_mine(neighbor);
      }
      if (is_near) {
        near[cell] = is_by_mine;
      } else if (is_by_mine) {
        far_by_mine[cell] = true;
      } else {
        clear.emplace(grid.neighbors(cell).size(), cell);
      }
    }
  }
};

TEST(AwayCells, AreWhatTheirNeighborsMakeThem) {
  const PositionKind kind{.max_rows = 18, .max_cols = 40, .max_layouts = 1e300, .may_be_inconsistent = false};
  std::size_t near = 0;
  std::size_t far_by_mine = 0;
  std::size_t clear = 0;
  const int cases = case_count(600);
  for (int i = 0; i < cases && !testing::Test::HasFailure(); ++i) {
    const RandomPosition made = random_position(kind, 980, static_cast<std::uint64_t>(i));
    SCOPED_TRACE(text_of(made.position.view));
    Posterior posterior(*made.position.grid);
    ASSERT_TRUE(posterior.compute(made.position.view));
    const Expected expected(posterior);
    AwayCells away(*made.position.grid);
    std::map<Cell, bool> found_near;
    std::map<Cell, bool> found_far_by_mine;
    std::map<int, Cell> found_clear;
    for (int time = 0; time < 2; ++time) {
      away.find(posterior.knowledge());
      found_near.clear();
      away.visit_near(
          [&](Cell cell, bool is_by_mine) { ASSERT_TRUE(found_near.emplace(cell, is_by_mine).second); });
    }
    away.visit_far_by_mine([&](Cell cell) { ASSERT_TRUE(found_far_by_mine.emplace(cell, true).second); });
    int fewest = -1;
    away.visit_clear([&](Cell cell, int neighbors) {
      EXPECT_GT(neighbors, fewest);
      fewest = neighbors;
      found_clear.emplace(neighbors, cell);
      return true;
    });
    ASSERT_EQ(found_near, expected.near);
    ASSERT_EQ(found_far_by_mine, expected.far_by_mine);
    ASSERT_EQ(found_clear, expected.clear);
    int visits = 0;
    away.visit_clear([&](Cell, int) { return ++visits < 1; });
    ASSERT_EQ(visits, expected.clear.empty() ? 0 : 1);
    near += found_near.size();
    far_by_mine += found_far_by_mine.size();
    clear += found_clear.size();
  }
  EXPECT_GT(near, static_cast<std::size_t>(cases) / 4);
  EXPECT_GT(far_by_mine, static_cast<std::size_t>(cases) / 4);
  EXPECT_GT(clear, static_cast<std::size_t>(cases) / 4);
}

// Keys of what is shown: the same whatever the order and the blocks, others for other cells or numbers.

struct Shown {
  sim::View view;
  std::vector<Cell> cells;
};

Shown some_cells(const sim::Grid& grid, const sim::Layout& layout, sim::Stream& random) {
  Shown shown{sim::View(grid, 0), {}};
  for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
    if (random.below(8) != 0) continue;
    shown.view.show(cell, layout.number(cell));
    shown.cells.push_back(cell);
  }
  return shown;
}

std::uint64_t key_of(const Shown& shown, std::span<const sim::CellBlock> blocks) {
  ShownKey key(shown.view.grid());
  for (const sim::CellBlock& block : blocks) key.add(block, shown.view);
  return key.value();
}

TEST(ShownKey, DependsOnCellsAndNumbersAlone) {
  for (int i = 0; i < case_count(200); ++i) {
    sim::Stream random({45, 0, static_cast<std::uint64_t>(i)}, sim::StreamPurpose::playout);
    const auto side = [&] { return 1 + static_cast<int>(random.below(70)); };
    const int rows = side();
    const sim::Grid grid(rows, side());
    sim::Layout layout(grid);
    for (Cell cell = 0; cell < grid.cell_count(); ++cell)
      if (random.below(3) == 0) layout.add_mine(cell);
    Shown shown = some_cells(grid, layout, random);
    const std::uint64_t key = key_of(shown, together(grid, shown.cells));
    for (std::size_t k = shown.cells.size(); k > 1; --k)
      std::swap(shown.cells[k - 1], shown.cells[random.below(static_cast<std::uint32_t>(k))]);
    ASSERT_EQ(key_of(shown, one_by_one(grid, shown.cells)), key);
    if (shown.cells.empty()) continue;

    const Cell changed = shown.cells.back();
    shown.view.show(changed, (layout.number(changed) + 1 + static_cast<int>(random.below(8))) % 9);
    ASSERT_NE(key_of(shown, together(grid, shown.cells)), key) << "another number";
    shown.view.show(changed, layout.number(changed));
    shown.cells.pop_back();
    ASSERT_NE(key_of(shown, together(grid, shown.cells)), key) << "a cell less";
  }
}

// By chance no two of 229,920 keys are equal, and in their lowest 32 bits about six are equal to another: more than 20 with
// a probability of 10^-6.
TEST(ShownKey, HasEquallyFrequentBits) {
  SAPPER_LONG_TEST();
  const sim::Grid grid(16, 30);
  const sim::Layout layout(grid);
  sim::Stream random({46, 0, 0}, sim::StreamPurpose::playout);
  std::vector<std::uint64_t> keys;
  sim::View view(grid, 0);
  for (Cell cell = 0; cell < grid.cell_count(); ++cell) view.show(cell, 0);
  // All pairs of cells, one with a number: sets that differ as little as possible.
  for (Cell a = 0; a < grid.cell_count(); ++a) {
    view.show(a, 1 + static_cast<int>(random.below(8)));
    for (Cell b = 0; b < grid.cell_count(); ++b) {
      if (a == b) continue;
      ShownKey key(grid);
      key.add(only(grid, a), view);
      key.add(only(grid, b), view);
      keys.push_back(key.value());
    }
    view.show(a, 0);
  }
  std::ranges::sort(keys);
  EXPECT_EQ(std::ranges::adjacent_find(keys), keys.end());
  for (std::uint64_t& key : keys) key &= 0xFFFFFFFF;
  std::ranges::sort(keys);
  EXPECT_LE(keys.end() - std::unique(keys.begin(), keys.end()), 20);
}

}  // namespace
}  // namespace sapper::tests
