// `progress` against its definition, computed from brute-force probabilities.
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/posterior/what_if.hpp"
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
    const auto digs =
        tests::first_turn(*player, view, sim::Stream({921, 0, number}, sim::StreamPurpose::strategy));
    ASSERT_EQ(digs.size(), 1U);
    ASSERT_EQ(digs[0].kind, MoveKind::guess);
    ASSERT_NEAR(digs[0].p_mine, counts.p_mine(digs[0].cell), 1e-12);
    if (is_end) {
      tests::BestPlay best(view.grid());
      ASSERT_EQ(best.value_of_dig(view, digs[0].cell), best.value(view));
      expect_candidates(*player, digs[0].cell, counts, [&](Cell cell) {
        return best.value_of_dig(view, cell) / static_cast<double>(counts.layouts);
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
    return tests::first_turn(*player, view, sim::Stream({923, 0, 0}, sim::StreamPurpose::strategy))
        .at(0)
        .cell;
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
  for (const std::uint64_t layout : tests::consistent_layouts(sim::View(*rules.grid, mines))) {
    sim::Game one(tests::game_on(*rules.grid, layout));
    tests::PlayTally tally;
    tests::play_game(one, *player, sim::kNoCell, {922, 0, layout}, tally);
    ASSERT_EQ(tally.losses_by_proof, 0);
    won += tally.wins;
  }
  EXPECT_EQ(won, 33);
}

// `pseq` against its definition, from all layouts of small boards.

// Computes the same quantities from the layouts that agree with the view, grouped by what the cell shows in them.
GuessYield yield_by_layouts(const sim::View& view, const std::vector<std::uint64_t>& layouts, Cell cell) {
  struct Outcome {
    std::uint64_t layouts = 0;
    std::uint64_t somewhere_mine = 0;
  };
  std::map<int, Outcome> outcomes;
  std::uint64_t free = 0;
  for (const std::uint64_t layout : layouts) {
    if (tests::has_mine(layout, cell)) continue;
    Outcome& outcome = outcomes[tests::number_in(layout, view.grid(), cell)];
    ++outcome.layouts;
    outcome.somewhere_mine |= layout;
    ++free;
  }
  GuessYield yield;
  for (const auto& [number, outcome] : outcomes) {
    int safe_cells = 0;
    for (Cell other = 0; other < view.grid().cell_count(); ++other)
      safe_cells += other != cell && view.is_hidden(other) && (outcome.somewhere_mine >> other & 1) == 0;
    const double probability = static_cast<double>(outcome.layouts) / static_cast<double>(layouts.size());
    if (safe_cells > 0) yield.p_safe_follows += probability;
    yield.safe_cells += probability * safe_cells;
    const double share = static_cast<double>(outcome.layouts) / static_cast<double>(free);
    yield.entropy -= share * std::log2(share);
  }
  return yield;
}

tests::PositionKind solvable_positions() { return {.may_be_inconsistent = false, .may_have_flags = false}; }

TEST(GuessYield, IsThatOfAllLayouts) {
  const int cases = tests::case_count(600);
  int done = 0;
  for (std::uint64_t number = 0; done < cases; ++number) {
    const auto made = tests::random_position(solvable_positions(), 940, number);
    const sim::View& view = made.position.view;
    LocalRules knowledge(view.grid());
    knowledge.reset(view);
    ASSERT_TRUE(knowledge.propagate());
    Posterior posterior(view.grid());
    ASSERT_TRUE(posterior.compute(knowledge));
    const auto layouts = tests::consistent_layouts(view);
    SCOPED_TRACE(tests::text_of(view));
    WhatIf what_if(view.grid());
    ASSERT_TRUE(what_if.start(posterior));
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
      if (!knowledge.is_unknown(cell) || posterior.is_certain_mine(cell)) continue;
      // Cells that the local rules know to be safe are not counted by WhatIf; strategies have dug them by then.
      if (!knowledge.safe().empty()) continue;
      const GuessYield expected = yield_by_layouts(view, layouts, cell);
      const GuessYield yield = yield_of(what_if, cell);
      ASSERT_NEAR(yield.p_safe_follows, expected.p_safe_follows, 1e-11) << cell;
      ASSERT_NEAR(yield.safe_cells, expected.safe_cells, 1e-10) << cell;
      ASSERT_NEAR(yield.entropy, expected.entropy, 1e-10) << cell;
      ++done;
    }
  }
}

// Which of several equal cells is dug is drawn: over many draws each must come up, and no other cell.
TEST(Pseq, BreaksTiesInItsOrder) {
  const int cases = tests::case_count(300);
  std::array<int, 4> decided_by{};  // risk, safe cell follows, number of safe cells, entropy or chance
  int guesses = 0;
  for (std::uint64_t number = 0; guesses < cases; ++number) {
    const auto made = tests::random_position(solvable_positions(), 941, number);
    const sim::View& view = made.position.view;
    const tests::LayoutCounts counts = tests::count_layouts(view);
    if (!tests::is_guess(view, counts)) continue;
    SCOPED_TRACE(tests::text_of(view));
    const auto layouts = tests::consistent_layouts(view);
    // The three quantities of the cells of lowest risk, then the best of them by one after the other.
    std::uint64_t fewest = counts.layouts;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      if (view.is_hidden(cell)) fewest = std::min(fewest, counts.with_mine[cell]);
    std::vector<std::pair<Cell, std::array<double, 3>>> best;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
      if (view.is_shown(cell) || counts.with_mine[cell] != fewest) continue;
      const GuessYield yield = yield_by_layouts(view, layouts, cell);
      best.push_back({cell, {yield.p_safe_follows, yield.safe_cells, yield.entropy}});
    }
    std::size_t criterion = 0;
    for (; criterion < 3 && best.size() > 1; ++criterion) {
      double largest = 0;
      for (const auto& [cell, quantities] : best) largest = std::max(largest, quantities[criterion]);
      std::erase_if(best, [&](const auto& one) { return one.second[criterion] < largest - 1e-9; });
    }
    ++decided_by[criterion];
    ++guesses;
    const auto player = tests::make_player("pseq", tests::rules_of(made.position));
    std::map<Cell, int> dug;
    // A cell of n equal ones is missing from 12 n draws with probability e^-12 at most.
    for (std::uint64_t draw = 0; draw < 12 * best.size(); ++draw) {
      const auto digs =
          tests::first_turn(*player, view, sim::Stream({942, draw, number}, sim::StreamPurpose::strategy));
      ASSERT_EQ(digs.size(), 1U);
      ASSERT_EQ(digs[0].kind, MoveKind::guess);
      ASSERT_NEAR(digs[0].p_mine, counts.p_mine(digs[0].cell), 1e-12);
      ++dug[digs[0].cell];
      if (draw > 0) continue;
      const Explanation explanation = player->explain();
      ASSERT_FALSE(explanation.why.empty());
      if (explanation.candidates.empty()) continue;
      ASSERT_EQ(explanation.candidates.front().cell, digs[0].cell);
      for (const Explanation::Candidate& candidate : explanation.candidates)
        ASSERT_NEAR(candidate.value, yield_by_layouts(view, layouts, candidate.cell).p_safe_follows, 1e-9);
    }
    ASSERT_EQ(dug.size(), best.size());
    for (const auto& [cell, quantities] : best) ASSERT_TRUE(dug.contains(cell)) << cell;
  }
  for (const int decided : decided_by) EXPECT_GT(decided, cases / 150);
}

TEST(Pseq, SolvesTheEndExactlyWhereAskedTo) {
  const int cases = tests::case_count(200);
  int solved = 0;
  for (std::uint64_t number = 0; solved < cases; ++number) {
    const auto made = tests::random_position(solvable_positions(), 943, number);
    const sim::View& view = made.position.view;
    const tests::LayoutCounts counts = tests::count_layouts(view);
    if (!tests::is_guess(view, counts) || counts.layouts > 256 || view.hidden_count() > 11) continue;
    SCOPED_TRACE(tests::text_of(view));
    const auto player =
        tests::make_player("pseq", tests::rules_of(made.position), {{"endgame_layouts", 256}});
    const auto digs =
        tests::first_turn(*player, view, sim::Stream({944, 0, number}, sim::StreamPurpose::strategy));
    ASSERT_EQ(digs.size(), 1U);
    tests::BestPlay best(view.grid());
    ASSERT_EQ(best.value_of_dig(view, digs[0].cell), best.value(view));
    ASSERT_NEAR(player->explain().win_probability.value(),
                best.value(view) / static_cast<double>(counts.layouts), 1e-12);
    ++solved;
  }
}

}  // namespace
}  // namespace sapper::solvers
