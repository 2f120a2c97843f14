// Outcomes of digs, proofs and moves on graphs: against all layouts, and against the planes.
#include <algorithm>
#include <cmath>
#include <optional>

#include "solvers/minesweeper/analysis/argument.hpp"
#include "solvers/minesweeper/analysis/dig_outcomes.hpp"
#include "solvers/minesweeper/analysis/graph_analysis.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/graph_oracle.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::GraphPosition;
using solvers::DigOutcome;
using solvers::Proof;

const solvers::CellNames kQuestionNames{[](Cell cell) { return std::to_string(cell); }, "cells from 0"};

GraphPosition random_question(std::uint64_t number) {
  sim::Stream random({71, 0, number}, sim::StreamPurpose::layout);
  const std::uint32_t cells = 2 + random.below(12);
  const double density = 0.1 + 0.6 * random.uniform();
  return random_position_on(
      std::make_shared<const sim::Graph>(random_graph(cells, density, 11, random.below(2) == 0, random)),
      random);
}

// The sum of the weights of the layouts that are consistent with the position, by looking at all of them.
double weight_of_layouts(const GraphPosition& position) {
  const std::uint32_t cells = position.graph->cell_count();
  std::vector<Cell> hidden;
  for (Cell cell = 0; cell < cells; ++cell)
    if (position.is_hidden(cell)) hidden.push_back(cell);
  const double odds = position.prior.density / (1 - position.prior.density);
  double sum = 0;
  for (std::uint32_t layout = 0; layout >> hidden.size() == 0; ++layout) {
    std::vector<int> is_mine(cells);
    std::uint64_t mines = 0;
    for (std::size_t i = 0; i < hidden.size(); ++i) mines += is_mine[hidden[i]] = layout >> i & 1;
    bool is_consistent = !position.prior.count || *position.prior.count == mines;
    for (const Cell mine : position.known_mines) is_consistent = is_consistent && is_mine[mine] == 1;
    for (const Cell safe : position.known_safe) is_consistent = is_consistent && is_mine[safe] == 0;
    for (Cell cell = 0; cell < cells && is_consistent; ++cell) {
      if (position.is_hidden(cell)) continue;
      int seen = 0;
      for (const Cell other : position.graph->sees(cell)) seen += is_mine[other];
      is_consistent = seen == position.number(cell);
    }
    if (is_consistent) sum += position.prior.count ? 1 : std::pow(odds, static_cast<double>(mines));
  }
  return sum;
}

TEST(GraphDigOutcomes, AgreeWithAllLayouts) {
  int compared = 0, without_count = 0;
  for (int number = 0; number < case_count(400) && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(number);
    GraphPosition position = random_question(static_cast<std::uint64_t>(number));
    const double all = weight_of_layouts(position);
    if (all <= 0) continue;
    without_count += position.prior.count ? 0 : 1;
    for (Cell cell = 0; cell < position.graph->cell_count(); ++cell) {
      if (!position.is_hidden(cell)) continue;
      const std::vector<DigOutcome> outcomes = solvers::dig_outcomes(position, cell);
      ++compared;
      for (int shown = 0; shown <= static_cast<int>(position.graph->sees(cell).size()); ++shown) {
        GraphPosition after = position;
        after.shown[cell] = static_cast<std::uint8_t>(shown);
        const double weight = weight_of_layouts(after);
        const auto outcome = std::ranges::find(outcomes, shown, &DigOutcome::number);
        ASSERT_EQ(outcome != outcomes.end(), weight > 0) << "number " << shown;
        if (weight <= 0) continue;
        EXPECT_NEAR(outcome->probability, weight / all, 1e-11);
        const GraphLayouts counts = count_graph_layouts(after);
        std::vector<Cell> safe, mine;
        for (Cell other = 0; other < position.graph->cell_count(); ++other) {
          if (!after.is_hidden(other)) continue;
          EXPECT_NEAR(outcome->p_mine[other], counts.p_mine[other], 1e-11);
          if (!counts.can_be_mine[other]) safe.push_back(other);
          if (!counts.can_be_free[other]) mine.push_back(other);
        }
        EXPECT_EQ(outcome->safe, safe);
        EXPECT_EQ(outcome->mine, mine);
      }
    }
  }
  EXPECT_GT(compared, case_count(400));
  EXPECT_GT(without_count, 0);
}

// With known mines and safe cells, which weigh in too.
TEST(GraphDigOutcomes, KnowWhatIsGiven) {
  GraphPosition position{
      std::make_shared<const sim::Graph>(sim::Grid(1, 6)), {}, {std::nullopt, 0.25}, {0}, {3}};
  position.shown.assign(6, GraphPosition::kHidden);
  position.shown[1] = 1;
  const std::vector<DigOutcome> outcomes = solvers::dig_outcomes(position, 4);
  ASSERT_EQ(outcomes.size(), 2U);  // cell 5 is a mine or not; cell 3 is none
  EXPECT_NEAR(outcomes[0].probability, 0.75 * 0.75, 1e-12);
  EXPECT_NEAR(outcomes[1].probability, 0.75 * 0.25, 1e-12);
  EXPECT_EQ(outcomes[0].safe, (std::vector<Cell>{2, 3, 5}));
  EXPECT_TRUE(solvers::dig_outcomes(position, 0).empty());
  EXPECT_EQ(solvers::prove(position, 0)->means, Proof::Means::given);
  EXPECT_EQ(solvers::prove(position, 2)->numbers, (std::vector<Cell>{1}));
}

// Whether every layout that meets these numbers, and the mine count if it counts, has the cell so.
bool does_prove(const GraphPosition& position, const std::vector<Cell>& numbers, const Proof& proof) {
  const std::uint32_t cells = position.graph->cell_count();
  std::vector<Cell> hidden;
  for (Cell cell = 0; cell < cells; ++cell)
    if (position.is_hidden(cell)) hidden.push_back(cell);
  for (std::uint32_t layout = 0; layout >> hidden.size() == 0; ++layout) {
    std::vector<int> is_mine(cells);
    std::uint64_t mines = 0;
    for (std::size_t i = 0; i < hidden.size(); ++i) mines += is_mine[hidden[i]] = layout >> i & 1;
    if (proof.means == Proof::Means::mine_count && *position.prior.count != mines) continue;
    const bool meets = std::ranges::all_of(numbers, [&](Cell number) {
      int seen = 0;
      for (const Cell other : position.graph->sees(number)) seen += is_mine[other];
      return seen == position.number(number);
    });
    if (meets && (is_mine[proof.cell] != 0) != proof.is_mine) return false;
  }
  return true;
}

TEST(GraphProofs, ProveByAsFewNumbersAsTheySay) {
  int proven = 0, counted = 0, argued = 0;
  for (int number = 0; number < case_count(400) && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(number);
    const GraphPosition position = random_question(1000 + static_cast<std::uint64_t>(number));
    const GraphLayouts counts = count_graph_layouts(position);
    if (counts.layouts == 0) continue;
    for (Cell cell = 0; cell < position.graph->cell_count(); ++cell) {
      if (!position.is_hidden(cell)) continue;
      const std::optional<Proof> proof = solvers::prove(position, cell);
      ASSERT_EQ(proof.has_value(), !counts.can_be_mine[cell] || !counts.can_be_free[cell]) << cell;
      if (!proof) continue;
      EXPECT_EQ(proof->is_mine, counts.can_be_mine[cell]);
      EXPECT_TRUE(does_prove(position, proof->numbers, *proof));
      for (const Cell left_out : proof->numbers) {
        std::vector<Cell> rest = proof->numbers;
        std::erase(rest, left_out);
        EXPECT_FALSE(does_prove(position, rest, *proof)) << "without " << left_out;
      }
      ++proven;
      counted += proof->means == Proof::Means::mine_count ? 1 : 0;
      if (const auto steps = solvers::argue(position, *proof)) {
        ++argued;
        const solvers::ArgumentStep& last = steps->back();
        EXPECT_EQ(std::ranges::count(proof->is_mine ? last.mines : last.safe, cell), 1);
      }
    }
  }
  EXPECT_GT(proven, case_count(400));
  EXPECT_GT(counted, 0);
  EXPECT_GT(argued, proven / 2);
}

// Numbers of more cells than any plane's, by counters in place of all subsets.
TEST(GraphProofs, TakeNumbersOfManyCells) {
  constexpr Cell kSeen = 40;
  sim::CellLists lists;
  for (Cell seen = 2; seen < 2 + kSeen; ++seen) lists.add(seen);
  lists.end_list();
  for (Cell seen = 2; seen < 1 + kSeen; ++seen) lists.add(seen);
  lists.end_list();
  for (Cell cell = 0; cell < kSeen; ++cell) lists.end_list();
  GraphPosition position{std::make_shared<const sim::Graph>(std::move(lists)), {}, {}, {}, {}};
  position.shown.assign(2 + kSeen, GraphPosition::kHidden);
  position.shown[0] = 20;
  position.shown[1] = 19;
  const std::optional<Proof> mine = solvers::prove(position, 1 + kSeen);
  ASSERT_TRUE(mine);
  EXPECT_TRUE(mine->is_mine);
  EXPECT_EQ(mine->numbers, (std::vector<Cell>{0, 1}));
  EXPECT_EQ(mine->means, Proof::Means::numbers);
  EXPECT_FALSE(solvers::prove(position, 2));
}

// Each question about a position of a grid has the same answer about the graph of its cells.
TEST(GraphQuestions, OfAGridAreThoseOfTheGrid) {
  int positions = 0, proofs = 0;
  for (int number = 0; number < case_count(60) && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(number);
    const RandomPosition random = random_position({.max_rows = 9,
                                                   .max_cols = 9,
                                                   .max_layouts = 1e12,
                                                   .may_be_inconsistent = false,
                                                   .may_have_flags = false},
                                                  72, static_cast<std::uint64_t>(number));
    const sim::View& view = random.position.view;
    GraphPosition position{std::make_shared<const sim::Graph>(view.grid()),
                           {},
                           {view.mine_count()},
                           {},
                           {view.free_by_rule().begin(), view.free_by_rule().end()}};
    for (const std::uint8_t shown : cells_of(view))
      position.shown.push_back(shown == sim::kHidden ? GraphPosition::kHidden : shown);
    const solvers::Analysis on_grid = solvers::analyze(view, {}, 5, solvers::Moves::listed);
    const solvers::Analysis on_graph =
        solvers::analyze_graph(position, kQuestionNames, solvers::Moves::listed, 5);
    ++positions;
    // Certain cells come in the order of planes there. The play-outs of `expert` draw other layouts, and the floating-point
    // sums of `pinv` differ.
    for (const solvers::StrategyMove& move : on_graph.moves) {
      const auto same = std::ranges::find(on_grid.moves, move.strategy, &solvers::StrategyMove::strategy);
      ASSERT_NE(same, on_grid.moves.end()) << move.strategy;
      EXPECT_EQ(move.move.kind, same->move.kind) << move.strategy;
      if (move.strategy == "expert" || move.strategy == "pinv") continue;
      if (move.p_mine > 0) {
        EXPECT_EQ(move.move.cell, same->move.cell) << move.strategy;
      }
      EXPECT_NEAR(move.p_mine, same->p_mine, 1e-12);
    }
    EXPECT_EQ(on_graph.moves.size(), on_grid.moves.size());
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
      if (view.is_shown(cell)) continue;
      const auto dug = solvers::dig_outcomes(view, {}, cell);
      const auto dug_on_graph = solvers::dig_outcomes(position, cell);
      ASSERT_EQ(dug.size(), dug_on_graph.size());
      for (std::size_t i = 0; i < dug.size(); ++i) {
        EXPECT_EQ(dug[i].number, dug_on_graph[i].number);
        EXPECT_NEAR(dug[i].probability, dug_on_graph[i].probability, 1e-11);
        EXPECT_EQ(dug[i].safe, dug_on_graph[i].safe);
        EXPECT_EQ(dug[i].mine, dug_on_graph[i].mine);
      }
      if (on_grid.p_mine[cell] > 0 && on_grid.p_mine[cell] < 1) continue;
      const auto proof = solvers::prove(view, {}, cell), same = solvers::prove(position, cell);
      ASSERT_EQ(proof.has_value(), same.has_value());
      if (!proof) continue;
      ++proofs;
      EXPECT_EQ(proof->is_mine, same->is_mine);
      EXPECT_EQ(proof->means, same->means);
      EXPECT_EQ(proof->numbers.size(), same->numbers.size());  // of several smallest sets either
    }
  }
  EXPECT_GT(positions, case_count(60) / 2);
  EXPECT_GT(proofs, 0);
}

}  // namespace
}  // namespace sapper::tests
