// Cells and boards as text.
#include "sim/minesweeper/cell_text.hpp"

#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

TEST(CellText, IsReadBack) {
  const BoardSize size{12, 30};
  EXPECT_EQ(cell_text(size, 0), "0,0");
  EXPECT_EQ(cell_text(size, 3 * 30 + 14), "3,14");
  for (Cell cell = 0; cell < 12 * 30; ++cell) EXPECT_EQ(parse_cell(cell_text(size, cell), size), cell);
  EXPECT_EQ(cell_range(size), "0,0 to 11,29");
}

TEST(CellText, NamesOnlyCellsOfTheBoard) {
  const BoardSize size{2, 3};
  for (const char* const text : {"", ",", "1", "1,", ",1", "2,0", "0,3", "-1,0", "0, 1", "0,1,1", "0x0,1",
                                 "99999999999999999999,0", "4294967296,0"})
    EXPECT_EQ(parse_cell(text, size), std::nullopt) << text;
  EXPECT_EQ(parse_cell("1", "2", size), Cell{5});
  EXPECT_EQ(parse_cell("1", "3", size), std::nullopt);
}

TEST(CellText, BoardsHaveASignForEachCell) {
  const Grid grid(2, 3);
  View view(grid, 1);
  view.show(0, 1);
  view.show(5, 0);
  view.set_flag(1, true);
  EXPECT_EQ(board_rows(grid, [&](Cell cell) { return sign_of(view, cell); }),
            (std::vector<std::string>{"1F.", "..0"}));
  const std::vector<std::uint8_t> numbers = cells_of(view);
  EXPECT_EQ(board_rows(grid, [&](Cell cell) { return sign_of(numbers[cell]); }),
            (std::vector<std::string>{"1..", "..0"}));
}

}  // namespace
}  // namespace sapper::sim
