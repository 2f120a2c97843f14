// Positions whose numbers are open by the dozen: wires, and large boards with numbers here and there.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "sim/minesweeper/layout.hpp"
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/deduction/overlap_rule.hpp"
#include "solvers/minesweeper/deduction/sat_deduction.hpp"
#include "solvers/minesweeper/posterior/graph_posterior.hpp"
#include "solvers/minesweeper/posterior/layouts.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/graph_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/test.hpp"
#include "tests/support/wires.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using solvers::Posterior;

double log2_layouts(const Posterior& posterior) { return posterior.log_layouts() / std::numbers::ln2; }

// The numbers around which a layout of the unknown cells has the wrong number of mines.
int wrong_numbers(const Posterior& posterior, const std::vector<Cell>& mines) {
  const solvers::LocalRules& knowledge = posterior.knowledge();
  std::vector<std::uint8_t> is_mine(knowledge.grid().cell_count(), 0);
  for (const Cell cell : mines) is_mine[cell] = 1;
  int wrong = 0;
  for (Cell cell = 0; cell < knowledge.grid().cell_count(); ++cell) {
    if (!knowledge.is_shown(cell)) continue;
    int around = 0;
    for (const Cell neighbor : knowledge.grid().neighbors(cell))
      around += is_mine[neighbor] != 0 || knowledge.is_mine(neighbor);
    wrong += around != knowledge.view().number(cell);
  }
  return wrong;
}

TEST(Wires, EachIsOneBitByItself) {
  for (int n = 2; n <= 64; n += n < 18 ? 1 : 23) {
    SCOPED_TRACE(n);
    const WirePosition wires = crossing_wires(n);
    Posterior posterior(*wires.position.grid);
    ASSERT_TRUE(posterior.compute(wires.position.view, wires.trusted_mines));
    EXPECT_NEAR(log2_layouts(posterior), 2 * n, 1e-11 * n);
    EXPECT_EQ(posterior.components().size(), 1U);
    EXPECT_EQ(posterior.frontier_cell_count(), static_cast<std::uint32_t>(4 * n * n + 4 * n));
    for (const solvers::CountedComponent* component : posterior.components())
      for (const solvers::Risk& risk : component->risks()) {
        ASSERT_TRUE(risk.can_be_mine && risk.can_be_free);
        ASSERT_NEAR(risk.p_mine, 0.5, 1e-14);
      }
  }
}

// How often each unknown cell is a mine over all ways to meet the numbers, by trying both values cell by cell.
struct EveryLayout {
  const sim::View& view;
  std::vector<Cell> unknown;
  std::vector<int> value;  // [cell] 1: mine, 0: free, -1: not decided
  std::uint64_t layouts = 0;
  std::vector<std::uint64_t> with_mine;  // [cell]

  EveryLayout(const sim::View& seen, const std::vector<Cell>& mines)
      : view(seen), value(seen.grid().cell_count(), 0), with_mine(seen.grid().cell_count(), 0) {
    for (Cell cell = 0; cell < value.size(); ++cell)
      if (view.is_hidden(cell)) value[cell] = -1;
    for (const Cell cell : mines) value[cell] = 1;
    for (Cell cell = 0; cell < value.size(); ++cell)
      if (value[cell] < 0) unknown.push_back(cell);
    try_from(0);
  }
  bool can_be_met(Cell number) const {
    int mines = 0;
    int open = 0;
    for (const Cell cell : view.grid().neighbors(number)) {
      mines += value[cell] == 1;
      open += value[cell] < 0;
    }
    return mines <= view.number(number) && view.number(number) <= mines + open;
  }
  void try_from(std::size_t index) {
    if (index == unknown.size()) {
      ++layouts;
      for (const Cell cell : unknown) with_mine[cell] += static_cast<std::uint64_t>(value[cell]);
      return;
    }
    const Cell cell = unknown[index];
    for (const int tried : {0, 1}) {
      value[cell] = tried;
      bool is_possible = true;
      for (const Cell near : view.grid().neighbors(cell))
        is_possible = is_possible && (view.is_hidden(near) || can_be_met(near));
      if (is_possible) try_from(index + 1);
    }
    value[cell] = -1;
  }
};

TEST(Wires, AgreeWithAllLayouts) {
  for (const int n : {2, 3, 5}) {
    const WirePosition wires = crossing_wires(n);
    const EveryLayout every(wires.position.view, wires.trusted_mines);
    EXPECT_EQ(every.layouts, std::uint64_t{1} << 2 * n);
    for (const Cell cell : every.unknown) EXPECT_EQ(2 * every.with_mine[cell], every.layouts);
  }
}

// The exact count, and the number of layouts where each wire has two signals, from an analysis.
TEST(Wires, AreAnalysed) {
  const WirePosition wires = crossing_wires(11);
  const solvers::Analysis analysis =
      solvers::analyze(wires.position.view, wires.trusted_mines, 0, solvers::Moves::left_out);
  EXPECT_EQ(analysis.solutions.exact, "4194304");
}

TEST(Wires, AreSampled) {
  const WirePosition wires = crossing_wires(16);
  Posterior posterior(*wires.position.grid);
  ASSERT_TRUE(posterior.compute(wires.position.view, wires.trusted_mines));
  solvers::LayoutSampler sampler;
  sampler.start(posterior);
  sim::Stream random({1, 2, 3}, sim::StreamPurpose::strategy);
  std::vector<Cell> mines;
  std::vector<int> times(wires.position.grid->cell_count(), 0);
  constexpr int kDraws = 400;
  for (int i = 0; i < kDraws; ++i) {
    sampler.draw(random, mines);
    ASSERT_EQ(wrong_numbers(posterior, mines), 0);
    for (const Cell cell : mines) ++times[cell];
  }
  // Of 32 independent bits, each drawn 400 times: 5 standard deviations.
  for (Cell cell = 0; cell < times.size(); ++cell)
    if (posterior.knowledge().is_unknown(cell)) {
      EXPECT_NEAR(times[cell], kDraws / 2.0, 50);
    }
}

// A board whose safe cells show their numbers with the given probability.
Position shown_here_and_there(int rows, int cols, double density, double shown, std::uint64_t seed) {
  Position position = hidden_position(rows, cols, sim::Topology::square,
                                      static_cast<std::uint32_t>(std::lround(density * rows * cols)));
  sim::Layout layout(*position.grid);
  sim::Stream random({seed, 0, 0}, sim::StreamPurpose::layout);
  for (std::uint32_t mines = 0; mines < position.view.mine_count();) {
    const Cell cell = random.below(position.grid->cell_count());
    if (layout.is_mine(cell)) continue;
    layout.add_mine(cell);
    ++mines;
  }
  for (Cell cell = 0; cell < position.grid->cell_count(); ++cell)
    if (!layout.is_mine(cell) && random.uniform() < shown) position.view.show(cell, layout.number(cell));
  return position;
}

// The same position on the graph made from its grid.
sim::GraphPosition on_graph(const Position& position) {
  sim::GraphPosition result;
  result.graph = std::make_shared<const sim::Graph>(*position.grid);
  result.prior.count = position.view.mine_count();
  for (const std::uint8_t number : sim::cells_of(position.view))
    result.shown.push_back(number == sim::kHidden ? sim::GraphPosition::kHidden : number);
  return result;
}

// A large board with half of its safe cells shown is one component by the local rules, and has up to 50 constraints open.
// Cells that are certain by the numbers alone are found first; the risks are those of a posterior that is told them.
TEST(WidePositions, AreCountedAfterWhatIsCertainIsFound) {
  SAPPER_LONG_TEST();
  for (const std::uint64_t seed : {2U, 3U}) {
    const Position position = shown_here_and_there(100, 100, 1.0 / 3, 0.5, seed);
    Posterior posterior(*position.grid);
    ASSERT_TRUE(posterior.compute(position.view));
    EXPECT_GT(posterior.components().size(), 60U);

    solvers::LocalRules told(*position.grid);
    told.reset(position.view);
    ASSERT_TRUE(told.propagate());
    solvers::SatDeduction deduction(*position.grid);
    ASSERT_TRUE(deduction.compute(told));
    ASSERT_GT(deduction.safe().size(), 400U);
    for (const Cell cell : deduction.safe()) told.learn_safe(cell);
    for (const Cell cell : deduction.mines()) told.learn_mine(cell);
    ASSERT_TRUE(told.propagate());
    Posterior other(*position.grid);
    ASSERT_TRUE(other.compute(told));
    for (Cell cell = 0; cell < position.grid->cell_count(); ++cell)
      if (position.view.is_hidden(cell)) {
        ASSERT_NEAR(posterior.p_mine(cell), other.p_mine(cell), 1e-12) << cell;
      }
    EXPECT_NEAR(posterior.log_layouts(), other.log_layouts(), 1e-8);

    if (seed != 2) continue;
    const sim::GraphPosition given_as_graph = on_graph(position);
    solvers::GraphRules rules(given_as_graph);
    ASSERT_TRUE(rules.propagate());
    solvers::GraphPosterior graph_posterior(*given_as_graph.graph);
    ASSERT_TRUE(graph_posterior.compute(rules));
    for (Cell cell = 0; cell < position.grid->cell_count(); ++cell)
      if (position.view.is_hidden(cell)) {
        ASSERT_NEAR(posterior.p_mine(cell), graph_posterior.p_mine(cell), 1e-12) << cell;
      }
  }
}

// The cells that are certain by the numbers alone, found in parts and all at once.
TEST(WidePositions, FindTheSameInEachComponent) {
  const Position position = shown_here_and_there(30, 30, 0.3, 0.5, 3);
  solvers::LocalRules knowledge(*position.grid);
  knowledge.reset(position.view);
  ASSERT_TRUE(knowledge.propagate());
  solvers::SatDeduction deduction(*position.grid);
  ASSERT_TRUE(deduction.compute(knowledge));
  ASSERT_FALSE(deduction.safe().empty());
  std::vector<Cell> expected(deduction.safe().begin(), deduction.safe().end());
  std::ranges::sort(expected);
  solvers::Frontier frontier;
  solvers::FrontierBuilder(*position.grid).build(knowledge, frontier);
  const sim::GraphPosition given_as_graph = on_graph(position);
  solvers::GraphRules rules(given_as_graph);
  ASSERT_TRUE(rules.propagate());
  std::vector<Cell> found, found_on_graph;
  for (std::uint32_t index = 0; index < frontier.component_count(); ++index) {
    const auto constraints = frontier.constraint_cells_of(frontier.component(index));
    ASSERT_TRUE(deduction.compute_by_numbers(knowledge, constraints));
    found.insert(found.end(), deduction.safe().begin(), deduction.safe().end());
    ASSERT_TRUE(deduction.compute_by_numbers(rules, constraints));
    found_on_graph.insert(found_on_graph.end(), deduction.safe().begin(), deduction.safe().end());
  }
  std::ranges::sort(found);
  std::ranges::sort(found_on_graph);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(found_on_graph, expected);
}

// Numbers of up to 15 cells, which need another encoding than those of grids.
TEST(WidePositions, FindOnAnyGraphWhatAllLayoutsAgreeOn) {
  const int cases = case_count(60);
  std::size_t certain = 0;
  for (int number = 0; number < cases; ++number) {
    SCOPED_TRACE(number);
    sim::Stream random({61, 0, static_cast<std::uint64_t>(number)}, sim::StreamPurpose::strategy);
    sim::GraphPosition position = random_position_on(
        std::make_shared<const sim::Graph>(random_graph(16, 0.3 + 0.5 * random.uniform(), 15, true, random)),
        random);
    position.prior = {};
    const GraphLayouts layouts = count_graph_layouts(position);
    solvers::GraphRules rules(position);
    if (layouts.layouts == 0 || !rules.propagate()) continue;
    std::vector<Cell> constraints, safe, mines;
    for (Cell cell = 0; cell < 16; ++cell) {
      if (rules.is_open_constraint(cell)) constraints.push_back(cell);
      if (!rules.is_unknown(cell)) continue;
      if (!layouts.can_be_mine[cell]) safe.push_back(cell);
      if (!layouts.can_be_free[cell]) mines.push_back(cell);
    }
    solvers::SatDeduction deduction(*position.graph);
    ASSERT_TRUE(deduction.compute_by_numbers(rules, constraints));
    EXPECT_THAT(deduction.safe(), testing::UnorderedElementsAreArray(safe));
    EXPECT_THAT(deduction.mines(), testing::UnorderedElementsAreArray(mines));
    certain += safe.size() + mines.size();
  }
  EXPECT_GT(certain, 0U);
}

// Too wide by any means: every other cell of every other row shows a 2, which nothing decides. Apart from it, in a corner,
// numbers of which the local rules find nothing.
Position too_wide_beside(const std::vector<std::string>& corner) {
  constexpr int kSide = 70;
  Position position = hidden_position(kSide, kSide, sim::Topology::square, kSide * kSide / 4);
  const sim::Grid& grid = *position.grid;
  for (int row = 11; row < kSide; row += 2)
    for (int col = 11; col < kSide; col += 2) position.view.show(grid.at(row, col), 2);
  for (std::size_t row = 0; row < corner.size(); ++row)
    for (std::size_t col = 0; col < corner[row].size(); ++col)
      if (corner[row][col] != '.')
        position.view.show(grid.at(static_cast<int>(row), static_cast<int>(col)), corner[row][col] - '0');
  return position;
}

sim::GameRules rules_of(const Position& position) {
  sim::GameRules rules;
  rules.grid = position.grid;
  rules.mine_count = position.view.mine_count();
  return rules;
}

solvers::GraphDigs first_digs_on_graph(const Position& position) {
  const sim::GraphPosition view = on_graph(position);
  const auto strategy = solvers::StrategyChoice(*solvers::find_strategy("csp"))
                            .make(sim::GraphGameRules{view.graph, position.view.mine_count()});
  sim::Stream random({7, 0, 0}, sim::StreamPurpose::strategy);
  solvers::GraphDigs digs;
  strategy->begin(view, random);
  strategy->plan({}, digs);
  return digs;
}

solvers::Digs first_digs(const Position& position) {
  const auto strategy = solvers::StrategyChoice(*solvers::find_strategy("csp")).make(rules_of(position));
  sim::Stream random({7, 0, 0}, sim::StreamPurpose::strategy);
  solvers::Digs digs;
  strategy->begin(position.view, random);
  strategy->plan({}, digs);
  return digs;
}

TEST(WidePositions, LeaveCspWhatIsCertain) {
  SAPPER_LONG_TEST();
  // One mine in the first two cells of the top row: the third is safe.
  const Position certain = too_wide_beside({"..", "11", "11"});
  const solvers::Digs digs = first_digs(certain);
  EXPECT_FALSE(digs.safe.empty());
  EXPECT_TRUE(digs.moves.empty());
  std::vector<Cell> safe;
  sim::for_each_cell(digs.safe, [&](Cell cell) { safe.push_back(cell); });
  EXPECT_EQ(first_digs_on_graph(certain).safe, safe);
  try {
    solvers::analyze(certain.view, {}, 0, solvers::Moves::left_out);
    ADD_FAILURE() << "expected a refusal";
  } catch (const solvers::ComponentTooWide& refusal) {
    EXPECT_THAT(refusal.what(), testing::HasSubstr("20000000 states; the limit; certain by the shown numbers "
                                                   "alone (row,col from 0): safe 0,2 "));
  }
  const solvers::Digs guess = first_digs(too_wide_beside({}));
  EXPECT_TRUE(guess.safe.empty());
  ASSERT_EQ(guess.moves.size(), 1U);
  EXPECT_EQ(guess.moves[0].kind, solvers::MoveKind::guess);
}

}  // namespace
}  // namespace sapper::tests
