// What every row of kTopologies promises: a symmetric neighbour relation within bounds, flags that are true of it, and
// boards and positions that files keep. That classes of cells are those of its automorphisms: grid_test.cpp; that
// layouts are uniform on it: layout_test.cpp.
#include "sim/minesweeper/board_file.hpp"
#include "sim/minesweeper/grid.hpp"
#include "sim/minesweeper/position.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/position_text.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

class TopologyConformance : public testing::TestWithParam<TopologyRow> {
 protected:
  static Grid grid_of(int rows, int cols) { return {rows, cols, GetParam().topology}; }
};
INSTANTIATE_TEST_SUITE_P(All, TopologyConformance, testing::ValuesIn(kTopologies),
                         [](const auto& test) { return std::string(test.param.name); });

bool touch(const Grid& grid, Cell a, Cell b) {
  for (const Cell neighbor : grid.neighbors(a))
    if (neighbor == b) return true;
  return false;
}

TEST_P(TopologyConformance, HasARowThatDescribesIt) {
  const TopologyRow& row = GetParam();
  EXPECT_FALSE(row.name.empty());
  EXPECT_FALSE(row.description.empty());
  EXPECT_EQ(name_of(row.topology), row.name);
  EXPECT_EQ(std::ranges::count(kTopologies, row.name, &TopologyRow::name), 1);
  EXPECT_EQ(std::ranges::count(kTopologies, row.topology, &TopologyRow::topology), 1);
  EXPECT_FALSE(row.wraps_rows && row.has_shifted_rows)
      << "the shift of a row would depend on where it is seen";
}

TEST_P(TopologyConformance, NeighborsAreMutualAndWithinBounds) {
  for (const auto& [rows, cols] : {std::pair(1, 1), std::pair(1, 2), std::pair(1, 9), std::pair(2, 2),
                                   std::pair(3, 3), std::pair(2, 7), std::pair(4, 4), std::pair(17, 30)}) {
    SCOPED_TRACE(testing::Message() << rows << " x " << cols);
    const Grid grid = grid_of(rows, cols);
    const Grid large = grid_of(8, 8);
    const int inside = large.neighbors(large.at(4, 4)).size();
    EXPECT_LE(inside, kMaxNeighbors);
    for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
      const Neighbors neighbors = grid.neighbors(cell);
      EXPECT_LE(neighbors.size(), inside) << "no border adds neighbours";
      if (grid.cell_count() > 1) {
        EXPECT_GT(neighbors.size(), 0) << "cell " << cell << " is alone";
      }
      std::set<Cell> seen;
      for (const Cell neighbor : neighbors) {
        ASSERT_LT(neighbor, grid.cell_count());
        EXPECT_NE(neighbor, cell);
        EXPECT_TRUE(seen.insert(neighbor).second) << neighbor << " twice around " << cell;
        EXPECT_TRUE(touch(grid, neighbor, cell)) << cell << " and " << neighbor;
      }
    }
  }
}

// The flags, by what cells at the borders touch.
TEST_P(TopologyConformance, FlagsSayHowTheBordersMeet) {
  const Grid grid = grid_of(6, 7);
  const auto any_touch = [&](auto is_first, auto is_last) {
    for (Cell a = 0; a < grid.cell_count(); ++a)
      for (Cell b = 0; b < grid.cell_count(); ++b)
        if (is_first(a) && is_last(b) && touch(grid, a, b)) return true;
    return false;
  };
  EXPECT_EQ(any_touch([&](Cell cell) { return grid.row_of(cell) == 0; },
                      [&](Cell cell) { return grid.row_of(cell) == grid.rows() - 1; }),
            GetParam().wraps_rows);
  EXPECT_EQ(any_touch([&](Cell cell) { return grid.col_of(cell) == 0; },
                      [&](Cell cell) { return grid.col_of(cell) == grid.cols() - 1; }),
            GetParam().wraps_cols);
  // Unshifted rows look alike upside down.
  const Cell inner = grid.at(2, 3);
  bool is_symmetric = true;
  for (int col = 2; col <= 4; ++col)
    is_symmetric =
        is_symmetric && touch(grid, inner, grid.at(1, col)) == touch(grid, inner, grid.at(1, 6 - col));
  EXPECT_EQ(!is_symmetric, GetParam().has_shifted_rows);
}

// Random mines, some cells shown and some of the others flagged.
struct Drawn {
  std::vector<Cell> mines;
  View view;
};
Drawn draw(const Grid& grid, FirstClickRule rule, std::uint64_t number) {
  Stream random({18, 18, number}, StreamPurpose::layout);
  const std::uint32_t room = grid.cell_count() - max_protected_cells(grid, rule);
  Layout layout(grid);
  lay_mines(layout, rule, 0, random.below(room + 1), {18, 18, number});
  Drawn drawn{{layout.mines().begin(), layout.mines().end()},
              View(grid, static_cast<std::uint32_t>(layout.mines().size()), cells_free_by_rule(grid, rule))};
  std::ranges::sort(drawn.mines);
  for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
    if (!layout.is_mine(cell) && random.below(2) == 0)
      drawn.view.show(cell, layout.number(cell));
    else
      drawn.view.set_flag(cell, random.below(4) == 0);
  }
  return drawn;
}

TEST_P(TopologyConformance, FilesKeepBoardsAndPositions) {
  std::uint64_t number = 0;
  for (const auto& [rows, cols] : {std::pair(1, 1), std::pair(1, 6), std::pair(5, 1), std::pair(4, 9)})
    for (const FirstClickRuleRow& rule : kFirstClickRules)
      for (int repeat = 0; repeat < 20; ++repeat) {
        SCOPED_TRACE(testing::Message() << rows << " x " << cols << ", " << rule.name << ", " << number);
        const Grid grid = grid_of(rows, cols);
        const Drawn drawn = draw(grid, rule.rule, number++);
        for (const auto write : {write_map, write_mbf}) {
          if (drawn.mines.empty()) break;  // an empty list of mines is not a board file
          std::ostringstream board;
          write(board, grid, drawn.mines);
          EXPECT_EQ(parse_board(Input{"b", board.str()}, BoardSize{rows, cols}).mines, drawn.mines);
        }
        std::ostringstream text;
        write_position(text, drawn.view);
        const Position read = make_position(parse_position_text(Input{"p", text.str()}), FlagMeaning::mark);
        EXPECT_EQ(*read.grid, grid);
        EXPECT_EQ(tests::text_of(read.view), tests::text_of(drawn.view));
        EXPECT_TRUE(std::ranges::equal(read.view.free_by_rule(), drawn.view.free_by_rule()));
      }
}

}  // namespace
}  // namespace sapper::sim
