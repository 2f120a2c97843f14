// Moving mines: a new layout is uniform, and win rates that have a closed form. What it keeps:
// rules_conformance_test.cpp.
#include "sim/minesweeper/game.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/statistics.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

using tests::kFalseAlarmRate;
using Status = Game::Status;

GameRules moving_rules(Grid grid, std::uint32_t mine_count, FirstClickRule first_click) {
  GameRules rules = tests::game_rules(grid, mine_count, first_click);
  rules.motion = MineMotion::moving;
  return rules;
}

// After the first dig of a cell that shows a number, every layout with that cell free is equally likely: C(8,
// 3) on 3 x 3 with 3 mines on a torus, where no cell can show 0. The rules' corners stay free: C(4, 3) with
// the centre dug.
TEST(MovingMines, AreLaidUniformlyAmongTheHiddenCells) {
  struct Case {
    FirstClickRule rule;
    std::size_t layouts;
  };
  for (const Case& item : {Case{FirstClickRule::safe, 56}, Case{FirstClickRule::safe_corners, 4}}) {
    Game game(moving_rules(Grid(3, 3, Topology::torus), 3, item.rule));
    std::map<std::uint32_t, std::uint64_t> counts;
    for (std::uint64_t number = 0; number < 40000; ++number) {
      game.start({5, 5, number});
      if (game.dig(4) == Status::lost) continue;
      std::uint32_t mask = 0;
      for (const Cell mine : game.layout().mines()) mask |= 1U << mine;
      ++counts[mask];
    }
    ASSERT_EQ(counts.size(), item.layouts);
    std::vector<std::uint64_t> observed;
    for (const auto& [mask, count] : counts) observed.push_back(count);
    EXPECT_GT(tests::uniformity_p_value(observed), kFalseAlarmRate);
  }
}

// P(the wins of `games` games are at least as far from games * expected), if that is the win rate.
double win_rate_p_value(const GameRules& rules, double expected,
                        const std::function<std::vector<Cell>(Game&)>& order_of_digs) {
  constexpr std::uint64_t kGames = 40000;
  Game game(rules);
  std::uint64_t wins = 0;
  for (std::uint64_t number = 0; number < kGames; ++number) {
    game.start({6, rules.mine_count, number});
    for (const Cell cell : order_of_digs(game)) game.dig(cell);
    wins += game.status() == Status::won;
  }
  return tests::binomial_p_value(wins, kGames, expected);
}

double choose(std::uint32_t n, std::uint32_t k) {
  double ways = 1;
  for (std::uint32_t i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
  return ways;
}

std::vector<Cell> all_cells(const Game& game) {
  std::vector<Cell> cells;
  for (Cell cell = 0; cell < game.rules().grid->cell_count(); ++cell) cells.push_back(cell);
  return cells;
}

// On the 3 x 3 torus every cell neighbours all others: with m >= 1 mines each free cell shows m, no 0
// appears, and each dig shows one cell. Before each dig the mines lie uniformly among the h hidden cells,
// independently of all earlier digs, so that a dig of any cell survives with probability (h - m) / h. A
// player who digs in a fixed order wins with the product of that over h = 9 ... m + 1, which is 1 / C(9, m).
TEST(MovingMines, FixedOrderWinsAtItsClosedForm) {
  SAPPER_LONG_TEST();
  for (const std::uint32_t mines : {1U, 2U, 3U, 7U, 8U}) {
    const GameRules rules = moving_rules(Grid(3, 3, Topology::torus), mines, FirstClickRule::unprotected);
    EXPECT_GT(win_rate_p_value(rules, 1 / choose(9, mines), all_cells), kFalseAlarmRate) << mines;
  }
}

// A player who knows the first layout digs its free cells. With fixed mines that always wins. With moving
// mines only the first dig is certain; from then on the mines lie uniformly among the 8 hidden cells, and the
// remaining digs win as any fixed order does: 1 / C(8, m).
TEST(MovingMines, KnowingTheFirstLayoutHelpsOneDigOnly) {
  SAPPER_LONG_TEST();
  const auto known_free_cells = [](Game& game) {
    game.lay(0);
    std::vector<Cell> cells;
    for (Cell cell = 0; cell < 9; ++cell)
      if (!game.layout().is_mine(cell)) cells.push_back(cell);
    return cells;
  };
  for (const std::uint32_t mines : {1U, 2U, 3U}) {
    GameRules rules = moving_rules(Grid(3, 3, Topology::torus), mines, FirstClickRule::unprotected);
    EXPECT_GT(win_rate_p_value(rules, 1 / choose(8, mines), known_free_cells), kFalseAlarmRate) << mines;
    rules.motion = MineMotion::fixed;
    EXPECT_EQ(win_rate_p_value(rules, 1, known_free_cells), 1) << "all games are won";
  }
}

// The course version: 3 x 3, ring, corners never mined, 3 mines among the 5 other cells. No 0 appears: a free
// corner shows 0 only if its two edges and the centre are free, which leaves 2 places for 3 mines; a free
// edge cell only if the centre and two more edges are free too, which leaves 1; the centre sees every mine.
// So each dig shows one cell; of the 5 cells two must be dug, surviving with 2/5 and then 1/4, whenever the
// corners are dug: 1 / C(5, 3).
TEST(MovingMines, CourseVersionWinsAtItsClosedForm) {
  SAPPER_LONG_TEST();
  GameRules rules = moving_rules(Grid(3, 3), 3, FirstClickRule::safe_corners);
  rules.reveal = Reveal::ring;
  const auto corners_last = [](Game&) { return std::vector<Cell>{4, 1, 0, 2, 6, 8}; };
  const auto corners_first = [](Game&) { return std::vector<Cell>{0, 2, 6, 8, 4, 1}; };
  EXPECT_GT(win_rate_p_value(rules, 0.1, corners_last), kFalseAlarmRate);
  EXPECT_GT(win_rate_p_value(rules, 0.1, corners_first), kFalseAlarmRate);
}

}  // namespace
}  // namespace sapper::sim
