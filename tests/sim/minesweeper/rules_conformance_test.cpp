// Games under every combination of topology, first-click rule, reveal and motion, against a referee that knows the rules'
// words alone: what a dig shows, when a game ends, what stays where it is, and that a game is its identity's alone.
#include "sim/minesweeper/game.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

using Status = Game::Status;
using tests::BoardShape;

constexpr BoardShape kShapes[] = {{6, 7, 7}, {2, 2, 1}, {1, 8, 2}, {4, 3, 11}};

template <class Rows>
void expect_described(const Rows& rows) {
  std::set<std::string_view> names;
  for (const auto& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_FALSE(row.name.empty());
    EXPECT_FALSE(row.description.empty());
    EXPECT_TRUE(names.insert(row.name).second) << "the name of another row, too";
    if (!row.explanation.empty()) {
      EXPECT_TRUE(row.explanation.ends_with('.')) << "a sentence for a player";
    }
  }
}

TEST(RulesConformance, RowsDescribeThemselves) {
  expect_described(kFirstClickRules);
  expect_described(kReveals);
  expect_described(kMineMotions);
  for (const FirstClickRuleRow& row : kFirstClickRules) EXPECT_EQ(&row_of(row.rule), &row);
  for (const RevealRow& row : kReveals) EXPECT_EQ(&row_of(row.reveal), &row);
  for (const MineMotionRow& row : kMineMotions) EXPECT_EQ(&row_of(row.motion), &row);
}

std::vector<Cell> sorted_mines(const Layout& layout) {
  std::vector<Cell> mines(layout.mines().begin(), layout.mines().end());
  std::ranges::sort(mines);
  return mines;
}

void expect_view_of(const Game& game) {
  const View& view = game.view();
  std::uint32_t hidden = 0;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    hidden += view.is_hidden(cell);
    if (view.is_hidden(cell)) continue;
    ASSERT_FALSE(game.layout().is_mine(cell)) << "shown cells stay free";
    ASSERT_EQ(view.number(cell), tests::mines_around(game.layout(), cell));
    ASSERT_FALSE(view.is_flagged(cell));
  }
  ASSERT_EQ(view.hidden_count(), hidden);
}

// A dig of a cell in a game that is on, with all that it must and must not change. motions: counts layouts that changed.
void expect_lawful_dig(Game& game, Cell cell, int& motions) {
  const GameRules& rules = game.rules();
  const Grid& grid = *rules.grid;
  const bool was_laid = game.is_laid();
  game.lay(cell);
  const Layout layout = game.layout();
  if (!was_laid) {
    const ProtectedCells kept = protected_cells(grid, rules.first_click, cell);
    for (const Cell free : kept.cells()) ASSERT_FALSE(layout.is_mine(free)) << "protected cell " << free;
  }
  const View before = game.view();
  const bool has_effect = before.is_hidden(cell) && !before.is_flagged(cell);
  const bool is_hit = has_effect && layout.is_mine(cell);
  game.forget_shown();
  const Status status = game.dig(cell);

  ASSERT_EQ(status == Status::lost, is_hit);
  ASSERT_EQ(game.exploded(), is_hit ? cell : kNoCell);
  std::set<Cell> expected;
  if (has_effect && !is_hit) expected = tests::opened_by(layout, before, cell, rules.reveal);
  const std::vector<Cell> listed = tests::cells_of(game.shown());
  const std::set<Cell> shown(listed.begin(), listed.end());
  ASSERT_EQ(shown.size(), listed.size()) << "each cell once";
  ASSERT_EQ(shown, expected);
  ASSERT_EQ(status == Status::won, !is_hit && game.view().hidden_count() == rules.mine_count);

  ASSERT_EQ(game.layout().mines().size(), rules.mine_count);
  const bool may_move = row_of(rules.motion).move != nullptr && has_effect && status == Status::playing;
  const bool has_moved = sorted_mines(game.layout()) != sorted_mines(layout);
  ASSERT_TRUE(may_move || !has_moved) << "the mines moved";
  motions += has_moved;
  for (const Cell free : cells_free_by_rule(grid, rules.first_click))
    ASSERT_FALSE(game.layout().is_mine(free));
  expect_view_of(game);
}

// A game of random digs and flags; its course as text.
std::string play(Game& game, const GameId& id, int& motions) {
  game.start(id);
  Stream random(id, StreamPurpose::strategy);
  const std::uint32_t cells = game.view().grid().cell_count();
  std::string course;
  while (game.status() == Status::playing && !testing::Test::HasFatalFailure()) {
    if (random.below(4) == 0) game.flag(random.below(cells));
    if (random.below(4) == 0) game.unflag(random.below(cells));
    expect_lawful_dig(game, random.below(cells), motions);
    const std::vector<std::uint8_t> numbers = cells_of(game.view());
    for (Cell cell = 0; cell < cells; ++cell)
      course += game.view().is_flagged(cell) ? 'F' : static_cast<char>('0' + numbers[cell]);
    course += '\n';
  }
  return course;
}

TEST(RulesConformance, EveryKindOfGameIsPlayedByItsRules) {
  for (const BoardShape& shape : kShapes)
    tests::for_each_kind_of_game(shape, [](const GameRules& rules) {
      if (testing::Test::HasFailure()) return;
      const auto games = static_cast<std::uint64_t>(tests::case_count(60));
      Game fresh(rules);
      Game used(rules);
      std::set<std::string> courses;
      int motions = 0;
      for (std::uint64_t number = 0; number < games; ++number)
        courses.insert(play(used, {5, 5, number}, motions));
      for (std::uint64_t number = games; number-- > 0;) {
        const std::string course = play(fresh, {5, 5, number}, motions);
        EXPECT_EQ(play(used, {5, 5, number}, motions), course) << "game " << number << " after others";
        if (testing::Test::HasFailure()) return;
      }
      if (games >= 5 && rules.grid->cell_count() > 12) {
        EXPECT_EQ(motions > 0, row_of(rules.motion).move != nullptr) << "a motion moves mines";
      }
      EXPECT_TRUE(courses.size() > 1 || games < 10) << "other games are other games";
    });
}

}  // namespace
}  // namespace sapper::sim
