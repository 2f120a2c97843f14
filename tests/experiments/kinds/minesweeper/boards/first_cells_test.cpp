// The chances to win by the first cell that the program has: of every level and rule, for every class of first cells.
#include "experiments/kinds/minesweeper/boards/first_cells.hpp"

#include <algorithm>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/levels.hpp"
#include "sim/minesweeper/cell_symmetry.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using solvers::FirstCellValues;

TEST(FirstCellValues, CoverEveryClassOfCellsOfTheLevels) {
  std::size_t boards = 0;
  for (const Level& level : levels())
    for (const sim::FirstClickRule rule : {sim::FirstClickRule::safe, sim::FirstClickRule::opening}) {
      SCOPED_TRACE(testing::Message() << level.name << ", " << sim::name_of(rule));
      const std::span<const FirstCellValues> all = first_cell_values();
      const auto board = std::ranges::find_if(all, [&](const FirstCellValues& each) {
        return each.size == sim::BoardSize{level.rows, level.cols} && each.mine_count == level.mines &&
               each.rule == rule;
      });
      ASSERT_NE(board, all.end());
      ++boards;
      std::vector<sim::Cell> cells;
      double highest = 0;
      for (const FirstCellValues::Value& value : board->classes) {
        cells.push_back(value.cell);
        highest = std::max(highest, value.w);
        EXPECT_GT(value.error, 0);
        EXPECT_LT(value.error, 0.005);
        EXPECT_LT(value.w, board->best.w + 4 * value.error);
      }
      EXPECT_EQ(cells, sim::classify_cells(sim::Grid(level.rows, level.cols)).representatives);
      EXPECT_NEAR(highest, board->best.w, 0.01);
      EXPECT_TRUE(std::ranges::count(cells, board->best.cell) == 1);
    }
  EXPECT_EQ(boards, first_cell_values().size());
}

}  // namespace
}  // namespace sapper::experiments::minesweeper
