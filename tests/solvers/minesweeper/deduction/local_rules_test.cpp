// The work list against sweeps over the whole board: the same fixed point, whether a view is read at once or
// cell by cell.
#include "solvers/minesweeper/deduction/local_rules.hpp"

#include "sim/minesweeper/game.hpp"
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/deduction/sat_deduction.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/layout_oracle.hpp"
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

KnownCells known_to(const LocalRules& rules, const View& view) {
  KnownCells known;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell)) continue;
    if (rules.is_safe(cell)) known.safe.push_back(cell);
    if (rules.is_mine(cell)) known.mine.push_back(cell);
    EXPECT_EQ(rules.is_unknown(cell), !rules.is_safe(cell) && !rules.is_mine(cell)) << cell;
  }
  return known;
}

void expect_known(const LocalRules& rules, const View& view) {
  const KnownCells expected = known_by_rules(view);
  const KnownCells known = known_to(rules, view);
  EXPECT_EQ(known.safe, expected.safe);
  EXPECT_EQ(known.mine, expected.mine);
  EXPECT_EQ(rules.unknown_count(), view.hidden_count() - known.safe.size() - known.mine.size());
  EXPECT_EQ(rules.mines_left(), view.mine_count() - static_cast<std::int64_t>(known.mine.size()));
}

class LocalRulesFuzz : public testing::Test {
 protected:
  RandomPosition position(std::uint64_t number) const {
    const PositionKind kind{.max_rows = 9, .max_cols = 9, .max_layouts = 1e100, .may_be_inconsistent = false};
    return random_position(kind, 600, number);
  }
};

TEST_F(LocalRulesFuzz, TakesInAViewAtOnce) {
  const int cases = case_count(10'000);
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    const RandomPosition made = position(static_cast<std::uint64_t>(i));
    SCOPED_TRACE(text_of(made.position.view));
    LocalRules rules(*made.position.grid);
    rules.reset(made.position.view);
    ASSERT_TRUE(rules.propagate());
    expect_known(rules, made.position.view);
  }
}

TEST_F(LocalRulesFuzz, TakesInCellsAsTheyAreShown) {
  const int cases = case_count(3000);
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    const RandomPosition made = position(static_cast<std::uint64_t>(i));
    const View& target = made.position.view;
    sim::Stream random({601, 0, static_cast<std::uint64_t>(i)}, sim::Purpose::playout);
    std::vector<Cell> order;
    for (Cell cell = 0; cell < target.grid().cell_count(); ++cell)
      if (target.is_shown(cell)) order.push_back(cell);
    random.shuffle(std::span<Cell>(order));

    View view(target.grid(), target.mine_count(),
              {target.free_by_rule().begin(), target.free_by_rule().end()});
    LocalRules rules(target.grid());
    rules.reset(view);
    for (std::size_t next = 0; next < order.size();) {
      const std::size_t count = std::min<std::size_t>(order.size() - next, 1 + random.below(5));
      const std::span<const Cell> shown(order.data() + next, count);
      for (const Cell cell : shown) view.show(cell, target.number(cell));
      next += count;
      rules.show(random.below(2) == 0 ? one_by_one(target.grid(), shown) : together(target.grid(), shown));
      ASSERT_TRUE(rules.propagate());
      SCOPED_TRACE(text_of(view));
      expect_known(rules, view);
    }
  }
}

// A reported contradiction is real, and the object is usable after reset().
TEST_F(LocalRulesFuzz, NeverContradictsAPossibleView) {
  const PositionKind kind{.min_side = 3, .max_rows = 4, .max_cols = 4};
  const int cases = case_count(5000);
  int contradictions = 0;
  for (int i = 0; i < cases && !HasFailure(); ++i) {
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
    expect_known(rules, hidden);
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
      for (std::uint64_t number = 0; number < 4; ++number) {
        if (testing::Test::HasFailure()) return;
        SCOPED_TRACE(number);
        const sim::GameId id{602, 0, number};
        sim::Stream random(id, sim::Purpose::strategy);
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
    // Two constraints overlap in two ways on such a torus: see local_rules.hpp.
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

// Shows cells one by one: only constraints that have changed are compared again.
TEST(OverlapRule, FindsTheSameWhenCellsAreShownOneByOne) {
  const PositionKind kind{.max_rows = 8, .max_cols = 8, .max_layouts = 1e100, .may_be_inconsistent = false};
  const int cases = case_count(2000);
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    const RandomPosition made = random_position(kind, 630, static_cast<std::uint64_t>(i));
    const View& target = made.position.view;
    SCOPED_TRACE(text_of(target));
    View view(target.grid(), target.mine_count(),
              {target.free_by_rule().begin(), target.free_by_rule().end()});
    LocalRules knowledge(target.grid());
    knowledge.reset(view);
    for (Cell cell = 0; cell < target.grid().cell_count(); ++cell) {
      if (target.is_hidden(cell)) continue;
      view.show(cell, target.number(cell));
      knowledge.show(one_by_one(knowledge.grid(), {&cell, 1}));
      ASSERT_TRUE(apply_to_fixed_point(knowledge));
    }
    LocalRules at_once(target.grid());
    at_once.reset(target);
    ASSERT_TRUE(apply_to_fixed_point(at_once));
    for (Cell cell = 0; cell < target.grid().cell_count(); ++cell) {
      EXPECT_EQ(knowledge.is_unknown(cell), at_once.is_unknown(cell)) << cell;
      EXPECT_EQ(knowledge.is_mine(cell), at_once.is_mine(cell)) << cell;
    }
  }
}

// Certainty by satisfiability, against all layouts of small boards, impossible ones included.

std::vector<Cell> sorted(std::span<const Cell> cells) {
  std::vector<Cell> result(cells.begin(), cells.end());
  std::ranges::sort(result);
  return result;
}

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
