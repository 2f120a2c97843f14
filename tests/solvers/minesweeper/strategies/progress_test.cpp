// `progress` against its definition, computed from brute-force probabilities.
#include <functional>
#include <limits>

#include "tests/support/best_play.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/players.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;
using tests::LayoutCounts;

bool is_on_frontier(const sim::View& view, Cell cell) {
  bool is_seen = false;
  for (const Cell neighbor : view.grid().neighbors(cell)) is_seen |= view.is_shown(neighbor);
  return is_seen;
}

// The neighbours of a cell that may or may not be mines.
std::vector<Cell> uncertain_neighbors(const sim::View& view, const LayoutCounts& counts, Cell cell) {
  std::vector<Cell> uncertain;
  for (const Cell neighbor : view.grid().neighbors(cell))
    if (view.is_hidden(neighbor) && !counts.is_certain_mine(neighbor)) uncertain.push_back(neighbor);
  return uncertain;
}

double p_all_free(const LayoutCounts& counts, const std::vector<Cell>& cells) {
  double product = 1;
  for (const Cell cell : cells) product *= 1 - counts.p_mine(cell);
  return product;
}

double rank_of(const sim::View& view, const LayoutCounts& counts, Cell cell) {
  const double p = counts.p_mine(cell);
  const std::vector<Cell> uncertain = uncertain_neighbors(view, counts, cell);
  if (is_on_frontier(view, cell))
    return uncertain.empty() ? p : p + 0.004 * static_cast<double>(uncertain.size()) - 0.05;
  for (const Cell neighbor : view.grid().neighbors(cell))
    if (view.is_hidden(neighbor) && counts.is_certain_mine(neighbor)) return p;
  const auto near = std::ranges::count_if(uncertain, [&](Cell other) { return is_on_frontier(view, other); });
  return p - 0.05 * p_all_free(counts, uncertain) - 0.003 * static_cast<double>(near);
}

// Among cells of equal rank the smallest is best.
double second_rank_of(const sim::View& view, const LayoutCounts& counts, Cell cell) {
  const std::vector<Cell> uncertain = uncertain_neighbors(view, counts, cell);
  const auto unseen =
      std::ranges::count_if(uncertain, [&](Cell other) { return !is_on_frontier(view, other); });
  return 0.1 * static_cast<double>(unseen) + p_all_free(counts, uncertain);
}

// The cell chosen by the rule; kNoCell if the limit of the candidates depends on rounding. `is_tied`: whether the
// second rank decided.
Cell by_the_rule(const sim::View& view, const LayoutCounts& counts, bool& is_tied) {
  double lowest = 1;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_hidden(cell)) lowest = std::min(lowest, counts.p_mine(cell));
  std::vector<Cell> best;
  double best_rank = std::numeric_limits<double>::infinity();
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell)) continue;
    const double over = counts.p_mine(cell) - lowest - 0.05;
    if (std::abs(over) < 1e-9) return sim::kNoCell;
    if (over > 0) continue;
    const double rank = rank_of(view, counts, cell);
    if (rank > best_rank + 1e-9) continue;
    if (rank < best_rank - 1e-9) best.clear();
    best_rank = std::min(rank, best_rank);
    best.push_back(cell);
  }
  Cell chosen = best.front();
  for (const Cell cell : best)
    if (second_rank_of(view, counts, cell) < second_rank_of(view, counts, chosen) - 1e-9) chosen = cell;
  is_tied = chosen != best.front();
  return chosen;
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
  const tests::PositionKind kind{.may_be_inconsistent = false, .may_have_flags = false};
  int solved = 0;
  int by_rule = 0;
  int tied = 0;
  for (std::uint64_t number = 0; solved + by_rule < cases; ++number) {
    const auto made = tests::random_position(kind, 920, number);
    const sim::View& view = made.position.view;
    const LayoutCounts counts = tests::count_layouts(view);
    if (!tests::is_guess(view, counts)) continue;
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
      bool is_tied = false;
      const Cell expected = by_the_rule(view, counts, is_tied);
      if (expected == sim::kNoCell) continue;
      ASSERT_EQ(digs[0].cell, expected);
      expect_candidates(*player, expected, counts,
                        [&](Cell cell) { return 1 - rank_of(view, counts, cell); });
      ++by_rule;
      tied += is_tied;
    }
  }
  EXPECT_GT(solved, cases / 5);
  EXPECT_GT(by_rule, cases / 5);
  EXPECT_GT(tied, cases / 50);
}

TEST(Progress, DigsWhereTheNumbersOverlapOrACornerIsLikelyToOpen) {
  const sim::GameRules rules = tests::game_rules({9, 9}, 10);
  const auto player = tests::make_player("progress", rules);
  const auto dug_beside = [&](Cell first, int number) {
    sim::View view(*rules.grid, rules.mine_count);
    view.show(first, number);
    return tests::first_turn(*player, view, sim::Stream({923, 0, 0}, sim::Purpose::strategy)).at(0).cell;
  };
  const auto at = [&](int row, int col) { return rules.grid->at(row, col); };
  // All cells have the same risk. All neighbours of 0,4 are also neighbours of the 1, unlike those of 0,3.
  EXPECT_EQ(dug_beside(at(1, 4), 1), at(0, 4));
  // Two of the neighbours of the corner 0,0 are riskier than those of the other corners.
  EXPECT_EQ(dug_beside(at(1, 2), 3), at(0, 8));
}

// Exact values of 3x3 boards: with every layout listed at once, play from the first dig on is optimal.
TEST(Progress, PlaysSmallBoardsOptimally) {
  const std::uint32_t mines = 3;  // 84 layouts, of which 33 can be won (data/reference/published.json)
  const sim::GameRules rules = tests::game_rules({3, 3}, mines);
  const auto player = tests::make_player("progress", rules, {{"endgame_layouts", 84}});
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
