// `progress` against its definition, computed from brute-force probabilities.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "solvers/minesweeper/strategies/progress_strategy.hpp"
#include "tests/support/best_play.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/players.hpp"
#include "tests/support/random_position.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;
using tests::LayoutCounts;

// A turn in which nothing is certain but mines.
bool is_guess(const sim::View& view, const LayoutCounts& counts) {
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_hidden(cell) && counts.is_certain_safe(cell)) return false;
  return view.hidden_count() > view.mine_count();
}

double rank_of(const sim::View& view, const LayoutCounts& counts, Cell cell) {
  const double p = counts.p_mine(cell);
  int unknown = 0;
  bool is_beside_mine = false;
  bool is_on_frontier = false;
  for (const Cell neighbor : view.grid().neighbors(cell)) {
    is_on_frontier |= view.is_shown(neighbor);
    is_beside_mine |= view.is_hidden(neighbor) && counts.is_certain_mine(neighbor);
    unknown += view.is_hidden(neighbor) && !counts.is_certain_mine(neighbor);
  }
  if (is_on_frontier) return unknown > 0 ? p + 0.004 * unknown - 0.05 : p;
  return is_beside_mine ? p : p - 0.05 * std::pow(1 - p, unknown);
}

// The cell chosen by the rule; kNoCell if ties make it depend on rounding.
Cell by_the_rule(const sim::View& view, const LayoutCounts& counts) {
  double lowest = 1;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_hidden(cell)) lowest = std::min(lowest, counts.p_mine(cell));
  Cell best = sim::kNoCell;
  double best_rank = std::numeric_limits<double>::infinity();
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell)) continue;
    const double over = counts.p_mine(cell) - lowest - 0.05;
    if (std::abs(over) < 1e-9) return sim::kNoCell;
    if (over > 0) continue;
    const double rank = rank_of(view, counts, cell);
    if (rank > best_rank - 1e-9) continue;
    best = cell;
    best_rank = rank;
  }
  return best;
}

// The candidates in the strategy's explanation: the chosen cell first, then the others by value.
void expect_candidates(Strategy& player, Cell chosen, const LayoutCounts& counts,
                       const std::function<double(Cell)>& value_of) {
  const Explanation explanation = player.explain();
  ASSERT_FALSE(explanation.candidates.empty());
  ASSERT_LE(explanation.candidates.size(), 12U);
  ASSERT_EQ(explanation.candidates.front().cell, chosen);
  double last = explanation.candidates.front().value;
  for (const Explanation::Candidate& candidate : explanation.candidates) {
    ASSERT_NEAR(candidate.p_mine, counts.p_mine(candidate.cell), 1e-12);
    ASSERT_NEAR(candidate.value, value_of(candidate.cell), 1e-9) << candidate.cell;
    ASSERT_LE(candidate.value, last + 1e-9);
    ASSERT_FALSE(candidate.standard_error.has_value()) << "nothing is estimated";
    last = candidate.value;
  }
}

TEST(Progress, GuessesByItsRuleAndSolvesTheEnd) {
  const int cases = tests::case_count(1'500);
  tests::PositionKind kind;
  kind.may_be_inconsistent = false;
  kind.may_have_flags = false;
  int solved = 0;
  int by_rule = 0;
  for (std::uint64_t number = 0; solved + by_rule < cases; ++number) {
    const auto made = tests::random_position(kind, 920, number);
    const sim::View& view = made.position.view;
    const LayoutCounts counts = tests::count_layouts(view);
    if (!is_guess(view, counts)) continue;
    const bool is_end = counts.layouts <= 64;
    if (is_end && view.hidden_count() > 11) continue;  // too expensive for the oracle
    SCOPED_TRACE(tests::text_of(view));
    const auto player = tests::make_player("progress", tests::rules_of(made.position));
    const auto digs = tests::first_turn(*player, view, sim::Stream({921, 0, number}, sim::Purpose::strategy));
    ASSERT_EQ(digs.size(), 1U);
    ASSERT_EQ(digs[0].kind, MoveKind::guess);
    ASSERT_NEAR(digs[0].p_mine, counts.p_mine(digs[0].cell), 1e-12);
    if (is_end) {
      const tests::Layouts layouts = tests::consistent_layouts(view);
      tests::BestPlay best(view);
      ASSERT_EQ(best.value_of_dig(digs[0].cell, layouts), best.value(layouts));
      expect_candidates(*player, digs[0].cell, counts, [&](Cell cell) {
        return best.value_of_dig(cell, layouts) / static_cast<double>(layouts.size());
      });
      ++solved;
    } else {
      const Cell expected = by_the_rule(view, counts);
      if (expected == sim::kNoCell) continue;
      ASSERT_EQ(digs[0].cell, expected);
      expect_candidates(*player, expected, counts,
                        [&](Cell cell) { return 1 - rank_of(view, counts, cell); });
      ++by_rule;
    }
  }
  EXPECT_GT(solved, cases / 5);
  EXPECT_GT(by_rule, cases / 5);
}

// Exact values of 3x3 boards: with every layout listed at once, play from the first dig on is optimal.
TEST(Progress, PlaysSmallBoardsOptimally) {
  const std::uint32_t mines = 3;  // 84 layouts, of which 33 can be won (data/reference/published.json)
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(3, 3);
  rules.mine_count = mines;
  Settings settings(kProgressParameters);
  settings.set("endgame_layouts", 84);
  const auto player = make_progress_strategy(rules, settings);
  // Each layout once, as if from a file.
  int won = 0;
  for (std::uint32_t layout = 0; layout < 1U << 9; ++layout) {
    if (std::popcount(layout) != 3) continue;
    auto cells = std::make_shared<std::vector<Cell>>();
    for (Cell cell = 0; cell < 9; ++cell)
      if ((layout >> cell & 1) != 0) cells->push_back(cell);
    sim::GameRules fixed = rules;
    fixed.fixed_mines = cells;
    sim::Game one(fixed);
    tests::PlayTally tally;
    tests::play_game(one, *player, sim::kNoCell, {922, 0, layout}, tally);
    ASSERT_EQ(tally.losses_by_proof, 0);
    won += tally.wins;
  }
  EXPECT_EQ(won, 33);
}

}  // namespace
}  // namespace sapper::solvers
