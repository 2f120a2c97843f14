// The work list against sweeps over the whole board: the same fixed point, whether a view is read at once or
// cell by cell.
#include "solvers/minesweeper/deduction/local_rules.hpp"

#include "sim/minesweeper/game.hpp"
#include "sim/random/stream.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/naive_rules.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::View;
using solvers::LocalRules;

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

}  // namespace
}  // namespace sapper::tests
