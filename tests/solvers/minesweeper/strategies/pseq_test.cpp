// `pseq` against its definition, from all layouts of small boards.
#include <bit>

#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/guess_yield.hpp"
#include "tests/support/best_play.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/players.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

// Computes the same quantities from the layouts that agree with the view, grouped by what the cell shows in them.
GuessYield yield_by_layouts(const sim::View& view, const std::vector<std::uint64_t>& layouts, Cell cell) {
  struct Outcome {
    std::uint64_t layouts = 0;
    std::uint64_t somewhere_mine = 0;
  };
  std::map<int, Outcome> outcomes;
  std::uint64_t free = 0;
  for (const std::uint64_t layout : layouts) {
    if ((layout >> cell & 1) != 0) continue;
    int number = 0;
    for (const Cell neighbor : view.grid().neighbors(cell))
      number += static_cast<int>(layout >> neighbor & 1);
    ++outcomes[number].layouts;
    outcomes[number].somewhere_mine |= layout;
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
          tests::first_turn(*player, view, sim::Stream({942, draw, number}, sim::Purpose::strategy));
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
    const auto digs = tests::first_turn(*player, view, sim::Stream({944, 0, number}, sim::Purpose::strategy));
    ASSERT_EQ(digs.size(), 1U);
    const tests::Layouts left = tests::consistent_layouts(view);
    tests::BestPlay best(view);
    ASSERT_EQ(best.value_of_dig(digs[0].cell, left), best.value(left));
    ASSERT_NEAR(player->explain().win_probability.value(),
                best.value(left) / static_cast<double>(left.size()), 1e-12);
    ++solved;
  }
}

}  // namespace
}  // namespace sapper::solvers
