// Contradictions, the overlap rule and deductions by satisfiability against all layouts. What the rules find as cells are
// shown: tiles_test.cpp.
#include "solvers/minesweeper/deduction/local_rules.hpp"

#include "sim/minesweeper/game.hpp"
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/deduction/overlap_rule.hpp"
#include "solvers/minesweeper/deduction/sat_deduction.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/naive_rules.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::View;
using solvers::apply_overlap_rule;
using solvers::LocalRules;
using solvers::SatDeduction;

// A reported contradiction is real, and the object is usable after reset().
TEST(LocalRules, NeverContradictAPossibleView) {
  const PositionKind kind{.min_side = 3, .max_rows = 4, .max_cols = 4};
  const int cases = case_count(5000);
  int contradictions = 0;
  for (int i = 0; i < cases && !testing::Test::HasFailure(); ++i) {
    const RandomPosition made = random_position(kind, 610, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    LocalRules rules(view.grid());
    rules.reset(view);
    if (rules.propagate()) continue;
    ++contradictions;
    EXPECT_EQ(count_layouts(view).layouts, 0);
    ASSERT_LT(rules.contradiction(), view.grid().cell_count());
    EXPECT_TRUE(view.is_shown(rules.contradiction()));

    const View hidden(view.grid(), 1);
    rules.reset(hidden);
    EXPECT_TRUE(rules.propagate());
    EXPECT_EQ(rules.unknown_count(), view.grid().cell_count());
  }
  EXPECT_GT(contradictions, cases / 50);
}

// After games on the same board, of any kind, an object that was reset knows what a new one does, and finds the same in
// the same order: turn by turn, on boards of one block and of several.
TEST(LocalRulesAfterOtherGames, IsAsNew) {
  int games = 0;
  for (const BoardShape& shape :
       {BoardShape{5, 6, 4}, BoardShape{2, 35, 8}, BoardShape{18, 3, 7}, BoardShape{18, 34, 90}})
    for_each_kind_of_game(shape, [&](const sim::GameRules& rules) {
      LocalRules used(*rules.grid);
      sim::Game game(rules);
      for (std::uint64_t number = 0; number < (runs_long_tests() ? 4U : 2U); ++number) {
        if (testing::Test::HasFailure()) return;
        SCOPED_TRACE(number);
        const sim::GameId id{602, 0, number};
        sim::Stream random(id, sim::StreamPurpose::strategy);
        LocalRules fresh(*rules.grid);
        game.start(id);
        const auto begin = [&] {
          for (LocalRules* const each : {&used, &fresh}) each->reset(game.view());
          game.forget_shown();
        };
        begin();
        ++games;
        while (game.status() == sim::Game::Status::playing) {
          for (LocalRules* const each : {&used, &fresh}) {
            each->show(game.shown());
            ASSERT_TRUE(each->propagate());
          }
          game.forget_shown();
          ASSERT_TRUE(used.knows_the_same(fresh));
          ASSERT_TRUE(std::ranges::equal(used.changed(), fresh.changed()));
          ASSERT_TRUE(std::ranges::equal(used.changed_open(), fresh.changed_open()));
          // A game in two ends with its knowledge unread.
          if (number % 2 == 0)
            for (LocalRules* const each : {&used, &fresh}) each->forget_changed();
          if (used.safe().empty()) {
            if (used.unknown_count() == 0) break;
            game.dig(sim::nth_cell(*rules.grid, used.unknown(), random.below(used.unknown_count())));
          } else {
            game.dig(used.safe().front().front());
          }
          if (rules.motion == sim::MineMotion::moving) begin();
        }
      }
    });
  EXPECT_GT(games, 100);
}

// Deductions from two overlapping constraints, against all ways to lay mines under each pair of constraints alone.

// Alternates both rules to their fixed point.
// False if the local rules meet a contradiction.
bool apply_to_fixed_point(LocalRules& knowledge) {
  do {
    if (!knowledge.propagate()) return false;
  } while (apply_overlap_rule(knowledge));
  return true;
}

std::vector<Cell> unknown_around(const LocalRules& knowledge, Cell constraint) {
  std::vector<Cell> cells;
  for (const Cell cell : knowledge.grid().neighbors(constraint))
    if (knowledge.is_unknown(cell)) cells.push_back(cell);
  return cells;
}

// Whether some cell holds a mine in all or in none of the ways to meet both constraints.
bool pair_tells_something(const LocalRules& knowledge, Cell a, Cell b) {
  const std::vector<Cell> around_a = unknown_around(knowledge, a);
  const std::vector<Cell> around_b = unknown_around(knowledge, b);
  std::vector<Cell> cells = around_a;
  cells.insert(cells.end(), around_b.begin(), around_b.end());
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  const auto places_of = [&](const std::vector<Cell>& around) {
    std::uint32_t places = 0;
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (std::ranges::count(around, cells[i]) > 0) places |= 1U << i;
    return places;
  };
  const std::uint32_t of_a = places_of(around_a);
  const std::uint32_t of_b = places_of(around_b);
  const std::uint32_t all = (1U << cells.size()) - 1;
  std::uint32_t mine_in_some = 0;
  std::uint32_t free_in_some = 0;
  for (std::uint32_t mines = 0; mines <= all; ++mines) {
    if (std::popcount(mines & of_a) != knowledge.mines_needed(a)) continue;
    if (std::popcount(mines & of_b) != knowledge.mines_needed(b)) continue;
    mine_in_some |= mines;
    free_in_some |= all & ~mines;
  }
  return mine_in_some != all || free_in_some != all;
}

TEST(OverlapRule, FindsWhatPairsOfConstraintsTellAndNothingElse) {
  const PositionKind kind{.may_be_inconsistent = false};
  int beyond_local_rules = 0;
  const int cases = case_count(5000);
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    const RandomPosition made = random_position(kind, 620, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    LocalRules knowledge(view.grid());
    knowledge.reset(view);
    ASSERT_TRUE(apply_to_fixed_point(knowledge));

    const LayoutCounts counts = count_layouts(view);
    std::size_t known = 0;
    std::vector<Cell> open;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
      if (knowledge.is_open_constraint(cell)) open.push_back(cell);
      if (view.is_shown(cell) || knowledge.is_unknown(cell)) continue;
      ++known;
      EXPECT_EQ(knowledge.is_mine(cell), counts.is_certain_mine(cell)) << cell;
      EXPECT_EQ(knowledge.is_safe(cell), counts.is_certain_safe(cell)) << cell;
    }
    // Two constraints overlap in two ways on such a torus: see overlap_rule.hpp.
    const auto is_short_ring = [](int size) { return size == 3 || size == 4; };
    const bool finds_all = view.grid().topology() != sim::Topology::torus ||
                           !(is_short_ring(view.grid().rows()) || is_short_ring(view.grid().cols()));
    for (const Cell a : finds_all ? open : std::vector<Cell>{})
      for (const Cell b : open) EXPECT_FALSE(pair_tells_something(knowledge, a, b)) << a << ' ' << b;
    const KnownCells by_rules = known_by_rules(view);
    beyond_local_rules += known > by_rules.safe.size() + by_rules.mine.size();
  }
  EXPECT_GT(beyond_local_rules, cases / 50);
}

// Certainty by satisfiability, against all layouts of small boards, impossible ones included.

TEST(SatDeduction, FindsWhatAllLayoutsAgreeOn) {
  int impossible = 0;
  int with_safe = 0;
  int only_mines = 0;
  const int cases = case_count(5000);
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position({}, 350, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    LocalRules knowledge(view.grid());
    knowledge.reset(view);
    if (!knowledge.propagate()) continue;
    const LayoutCounts counts = count_layouts(view);
    SatDeduction deduction(view.grid());
    const bool is_possible = deduction.compute(knowledge);
    if (counts.layouts == 0) {
      // Where something is safe whatever the mine count, the mine count has not been considered.
      ASSERT_TRUE(!is_possible || !deduction.safe().empty());
      impossible += !is_possible;
      continue;
    }
    ASSERT_TRUE(is_possible);

    std::vector<Cell> safe;
    std::vector<Cell> mines;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
      if (!knowledge.is_unknown(cell)) continue;
      if (counts.is_certain_safe(cell)) safe.push_back(cell);
      if (counts.is_certain_mine(cell)) mines.push_back(cell);
    }
    // If something is safe whatever the mine count, the rest may be found later.
    const std::vector<Cell> found_safe = sorted(deduction.safe());
    const std::vector<Cell> found_mines = sorted(deduction.mines());
    ASSERT_EQ(found_safe.empty(), safe.empty());
    ASSERT_TRUE(std::ranges::includes(safe, found_safe));
    ASSERT_TRUE(std::ranges::includes(mines, found_mines));
    if (safe.empty()) {
      ASSERT_EQ(found_mines, mines);
    }
    with_safe += !safe.empty();
    only_mines += safe.empty() && !mines.empty();
  }
  EXPECT_GT(impossible, cases / 50);
  EXPECT_GT(with_safe, cases / 50);
  EXPECT_GT(only_mines, 0);
}

}  // namespace
}  // namespace sapper::tests
