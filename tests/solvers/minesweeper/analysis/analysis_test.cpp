// The analysis of a position against the oracles: the count of layouts, the certain cells, the components and
// each strategy's move.
#include "solvers/minesweeper/analysis/analysis.hpp"

#include "solvers/minesweeper/analysis/dig_outcomes.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/naive_rules.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/reference_positions.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::View;
using solvers::Analysis;
using solvers::analyze;

void expect_analysis(const View& view, const LayoutCounts& counts, const Analysis& analysis) {
  EXPECT_EQ(analysis.solutions.exact, std::to_string(counts.layouts));
  EXPECT_NEAR(analysis.solutions.log10, std::log10(static_cast<double>(counts.layouts)), 1e-12);
  const KnownCells known = known_by_layouts(view, counts);
  EXPECT_EQ(sorted(analysis.safe), known.safe);
  EXPECT_EQ(sorted(analysis.mine), known.mine);
  ASSERT_EQ(analysis.p_mine.size(), view.grid().cell_count());
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell))
      EXPECT_TRUE(std::isnan(analysis.p_mine[cell])) << cell;
    else
      EXPECT_NEAR(analysis.p_mine[cell], counts.p_mine(cell), 1e-12) << cell;
  }
}

void expect_moves(const View& view, const LayoutCounts& counts, const Analysis& analysis) {
  for (const solvers::StrategyMove& move : analysis.moves) {
    SCOPED_TRACE(move.strategy);
    ASSERT_LT(move.move.cell, view.grid().cell_count());
    EXPECT_TRUE(view.is_hidden(move.move.cell));
    EXPECT_NEAR(move.p_mine, counts.p_mine(move.move.cell), 1e-12);
    if (move.strategy == "min_risk") {
      const std::vector<Cell> best = cells_of_least_risk(view, counts);
      EXPECT_TRUE(std::ranges::binary_search(best, move.move.cell));
    }
  }
}

TEST(Analysis, MatchesAllLayouts) {
  const int cases = case_count(1000);
  int trusted = 0;
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position({}, 200, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    // Sometimes some of the mines are trusted.
    std::vector<Cell> known_mines;
    if (i % 5 == 0) {
      for (const Cell cell : made.mines)
        if (cell % 3 == 0 && view.is_hidden(cell)) known_mines.push_back(cell);
      trusted += !known_mines.empty();
    }
    const LayoutCounts counts = count_layouts(view, known_mines);
    if (counts.layouts == 0) {
      EXPECT_THROW(analyze(view, known_mines, 1), solvers::InconsistentPosition);
      continue;
    }
    const Analysis analysis = analyze(view, known_mines, 1);
    expect_analysis(view, counts, analysis);
    if (known_mines.empty()) expect_moves(view, counts, analysis);
    if (HasFailure()) return;
  }
  EXPECT_GT(trusted, cases / 20);
}

// Ways to lay mines on the component's cells, each tried, so that its constraints are met.
std::uint64_t ways_by_brute_force(const View& view, const solvers::ComponentAnalysis& component) {
  std::vector<Cell> places = component.cells;
  std::erase_if(places, [&](Cell cell) {
    return std::ranges::find(view.free_by_rule(), cell) != view.free_by_rule().end();
  });
  std::uint64_t ways = 0;
  for (std::uint64_t mines = 0; mines < std::uint64_t{1} << places.size(); ++mines) {
    ways += std::ranges::all_of(component.constraints, [&](Cell constraint) {
      int number = 0;
      for (const Cell neighbor : view.grid().neighbors(constraint)) {
        const auto found = std::ranges::find(places, neighbor);
        number += found != places.end() && ((mines >> (found - places.begin())) & 1) != 0;
      }
      return number == view.number(constraint);
    });
  }
  return ways;
}

TEST(Analysis, CountsEachComponent) {
  const PositionKind kind{.min_side = 3, .may_be_inconsistent = false};
  const int cases = case_count(300);
  int components = 0;
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position(kind, 210, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    std::vector<int> times_listed(view.grid().cell_count(), 0);
    for (const solvers::ComponentAnalysis& component : analyze(view, {}, 1).components) {
      for (const Cell cell : component.cells) ++times_listed[cell];
      for (const Cell cell : component.constraints) ++times_listed[cell];
      for (const Cell constraint : component.constraints) {
        for (const Cell neighbor : view.grid().neighbors(constraint)) {
          if (view.is_shown(neighbor) ||
              std::ranges::find(view.free_by_rule(), neighbor) != view.free_by_rule().end())
            continue;
          EXPECT_TRUE(std::ranges::binary_search(component.cells, neighbor)) << neighbor;
        }
      }
      if (component.cells.size() > 14) continue;
      const std::uint64_t ways = ways_by_brute_force(view, component);
      EXPECT_EQ(component.solutions.exact, std::to_string(ways));
      EXPECT_NEAR(component.solutions.log10, std::log10(static_cast<double>(ways)), 1e-12);
      ++components;
    }
    for (const int times : times_listed) EXPECT_LE(times, 1);
    for (const Cell cell : places_for_mines(view)) {
      const auto neighbors = view.grid().neighbors(cell);
      bool is_on_frontier = false;
      for (const Cell neighbor : neighbors) is_on_frontier = is_on_frontier || view.is_shown(neighbor);
      EXPECT_EQ(times_listed[cell], is_on_frontier) << cell;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(components, cases / 2);
}

TEST(Analysis, CountsPublishedPositionsExactly) {
  for (const ReferencePosition& reference : read_reference_positions("positions.jsonl")) {
    SCOPED_TRACE(reference.name);
    const Analysis analysis = analyze(reference.position.view, {}, 1);
    EXPECT_EQ(analysis.solutions.exact, reference.solutions);
  }
}

// One mine under two numbers that constrain the same two cells.
TEST(Analysis, TellsTheWinChanceOfASolvedEnd) {
  const auto position = tests::position_from_rows({"11", ".."}, 1);
  const Analysis analysis = analyze(position.view, {}, 1);
  int solved = 0;
  for (const solvers::StrategyMove& move : analysis.moves) {
    if (!move.win_probability) continue;
    EXPECT_EQ(*move.win_probability, 0.5) << move.strategy;
    EXPECT_FALSE(move.why.empty());
    ++solved;
  }
  EXPECT_GE(solved, 2);  // progress and expert
}

}  // namespace
}  // namespace sapper::tests

namespace sapper::solvers {
namespace {

// The outcomes of a dig, against brute force over all layouts.

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
