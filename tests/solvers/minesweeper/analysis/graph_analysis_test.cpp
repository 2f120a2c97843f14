// Positions on graphs, and positions without a mine count, against all layouts, against the analysis of grids, and where
// cells see more than any grid's.
#include "solvers/minesweeper/analysis/graph_analysis.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include "tests/support/case_count.hpp"
#include "tests/support/graph_checks.hpp"
#include "tests/support/graph_oracle.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"
#include "tests/support/wires.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::GraphPosition;
using solvers::Analysis;
using solvers::analyze_graph;

using BigNumber = boost::multiprecision::cpp_int;

const solvers::CellNames kNames{[](Cell cell) { return std::to_string(cell); }, "cells from 0"};

GraphPosition random_graph_position(std::uint64_t number, std::uint32_t min_cells, std::uint32_t max_cells,
                                    std::uint32_t max_degree) {
  sim::Stream random({49, 0, number}, sim::StreamPurpose::layout);
  const std::uint32_t cells = min_cells + random.below(max_cells - min_cells + 1);
  const double density = 0.1 + 0.8 * random.uniform();
  return random_position_on(std::make_shared<const sim::Graph>(
                                random_graph(cells, density, max_degree, random.below(2) == 0, random)),
                            random);
}

TEST(GraphAnalysis, MatchesAllLayouts) {
  const int cases = case_count(1000);
  int inconsistent = 0;
  for (int number = 0; number < cases && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(number);
    const bool is_consistent =
        analysis_matches_all_layouts(random_graph_position(static_cast<std::uint64_t>(number), 1, 16, 12));
    inconsistent += is_consistent ? 0 : 1;
  }
  EXPECT_GT(inconsistent, cases / 50);
  EXPECT_LT(inconsistent, cases / 3);
}

// Numbers beyond 7 among unknown cells need wider keys.
TEST(GraphAnalysis, MatchesAllLayoutsOfHigherDegrees) {
  const int cases = case_count(30);
  for (int number = 0; number < cases && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(number);
    analysis_matches_all_layouts(
        random_graph_position(10'000 + static_cast<std::uint64_t>(number), 15, 18, 17));
  }
}

// Each position of a grid as a graph: the same counts, components and certain cells, and risks to 1e-12.
TEST(GraphAnalysis, OfAGridIsThatOfTheGrid) {
  const int cases = case_count(300);
  int compared = 0;
  for (int number = 0; number < cases && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(number);
    const RandomPosition random = random_position({.max_rows = 12, .max_cols = 12, .max_layouts = 1e300}, 50,
                                                  static_cast<std::uint64_t>(number));
    const sim::View& view = random.position.view;
    GraphPosition position{std::make_shared<const sim::Graph>(view.grid()),
                           {},
                           {view.mine_count()},
                           {},
                           {view.free_by_rule().begin(), view.free_by_rule().end()}};
    for (const std::uint8_t shown : cells_of(view))
      position.shown.push_back(shown == sim::kHidden ? GraphPosition::kHidden : shown);
    Analysis on_grid;
    try {
      on_grid = solvers::analyze(view, {}, 0, solvers::Moves::left_out);
    } catch (const solvers::InconsistentPosition&) {
      EXPECT_THROW((void)analyze_graph(position, kNames), solvers::InconsistentPosition);
      continue;
    }
    ++compared;
    const Analysis on_graph = analyze_graph(position, kNames);
    EXPECT_EQ(on_graph.solutions.exact, on_grid.solutions.exact);
    EXPECT_EQ(on_graph.safe, on_grid.safe);
    EXPECT_EQ(on_graph.mine, on_grid.mine);
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      if (view.is_hidden(cell)) {
        EXPECT_NEAR(on_graph.p_mine[cell], on_grid.p_mine[cell], 1e-12);
      }
    ASSERT_EQ(on_graph.components.size(), on_grid.components.size());
    for (std::size_t i = 0; i < on_grid.components.size(); ++i) {
      EXPECT_EQ(on_graph.components[i].cells, on_grid.components[i].cells);
      EXPECT_EQ(on_graph.components[i].constraints, on_grid.components[i].constraints);
      EXPECT_EQ(on_graph.components[i].solutions.exact, on_grid.components[i].solutions.exact);
    }
  }
  EXPECT_GT(compared, cases / 4);
}

// Two wires across two: 2^4 layouts of the same number of mines, so that it makes no difference whether that is known.
TEST(GraphAnalysis, KayesWiresNeedNoMineCount) {
  for (const int n : {2, 12}) {
    const WirePosition wires = crossing_wires(n);
    const Analysis analysis = solvers::analyze_without_count(wires.position.view, wires.trusted_mines,
                                                             sim::MinePrior::kEveryLayoutAlike);
    EXPECT_EQ(analysis.solutions.exact, (BigNumber(1) << 2 * n).str());
    for (const solvers::ComponentAnalysis& component : analysis.components)
      for (const Cell cell : component.cells)
        if (analysis.p_mine[cell] > 0 && analysis.p_mine[cell] < 1) {
          EXPECT_NEAR(analysis.p_mine[cell], 0.5, 1e-14);
        }
  }
}

BigNumber choose(int n, int k) {
  BigNumber result = 1;
  for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

// Two numbers that share half of the cells that they see: sums over the mines in the shared half.
TEST(GraphAnalysis, CountsNumbersOfTheLargestDegree) {
  for (const int degree : {9, 64, int{sim::Graph::kMaxDegree}}) {
    SCOPED_TRACE(degree);
    const int shared = degree / 2;
    const int cells = 2 * degree - shared + 2;
    const int needs[] = {degree / 3 + 1, degree - degree / 3};
    sim::CellLists lists;
    for (int cell = 2; cell < 2 + degree; ++cell) lists.add(static_cast<Cell>(cell));
    lists.end_list();
    for (int cell = cells - degree; cell < cells; ++cell) lists.add(static_cast<Cell>(cell));
    lists.end_list();
    for (int cell = 2; cell < cells; ++cell) lists.end_list();
    GraphPosition position{std::make_shared<const sim::Graph>(std::move(lists)), {}, {}, {}, {}};
    position.shown.assign(static_cast<std::size_t>(cells), GraphPosition::kHidden);
    position.shown[0] = static_cast<std::uint8_t>(needs[0]);
    position.shown[1] = static_cast<std::uint8_t>(needs[1]);
    const Analysis analysis = analyze_graph(position, kNames);
    BigNumber layouts = 0;
    BigNumber shared_mines = 0;
    for (int k = 0; k <= std::min({shared, needs[0], needs[1]}); ++k) {
      if (needs[0] - k > degree - shared || needs[1] - k > degree - shared) continue;
      const BigNumber ways =
          choose(shared, k) * choose(degree - shared, needs[0] - k) * choose(degree - shared, needs[1] - k);
      layouts += ways;
      shared_mines += ways * k;
    }
    EXPECT_EQ(analysis.solutions.exact, layouts.str());
    EXPECT_NEAR(analysis.p_mine[static_cast<std::size_t>(cells - degree)],
                static_cast<double>(shared_mines) / (static_cast<double>(layouts) * shared), 1e-12);
  }
}

// Weights far beyond the range of doubles.
TEST(GraphAnalysis, WeighsByTinyDensities) {
  constexpr std::uint32_t kPairs = 1200;
  sim::CellLists lists;
  GraphPosition position;
  for (std::uint32_t pair = 0; pair < kPairs;
       ++pair) {  // number i is cell 3i: it sees 3i + 1, 3i + 2 and 3i + 4
    for (const std::uint32_t seen : {3 * pair + 1, 3 * pair + 2}) lists.add(seen);
    if (pair + 1 < kPairs) lists.add(3 * pair + 4);
    lists.end_list();
    lists.end_list();
    lists.end_list();
    position.shown.insert(position.shown.end(), {1, GraphPosition::kHidden, GraphPosition::kHidden});
  }
  position.graph = std::make_shared<const sim::Graph>(std::move(lists));
  position.prior.density = 1e-200;
  const Analysis analysis = analyze_graph(position, kNames);
  // As few mines as possible: 3i + 1 of every other number, which two of them count.
  for (std::uint32_t pair = 0; pair < kPairs; ++pair) {
    const double p_mine = analysis.p_mine[3 * pair + 1];
    EXPECT_TRUE(p_mine > 0 && p_mine < 1);
    EXPECT_NEAR(p_mine, pair % 2 == 1 ? 1 : 0, 1e-9);
  }
  EXPECT_TRUE(analysis.safe.empty());
  EXPECT_TRUE(analysis.mine.empty());
}

}  // namespace
}  // namespace sapper::tests
