// Cells and boards as JSON.
#include <boost/json/serialize.hpp>

#include "experiments/kinds/minesweeper/board.hpp"
#include "sim/support/input_error.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

constexpr sim::BoardSize kSize{2, 3};

sim::Cell read(std::string text, int base = 0) {
  const json::Document document = json::Document::parse(std::move(text), "file");
  return read_cell(json::Node(document), kSize, "expected [row, col]", base);
}

TEST(CellJson, IsReadBack) {
  for (sim::Cell cell = 0; cell < 6; ++cell)
    EXPECT_EQ(read(boost::json::serialize(cell_json(kSize, cell))), cell);
  EXPECT_EQ(read("[1, 1]", 1), 0U);
  EXPECT_EQ(read("[2, 3]", 1), 5U);
  constexpr std::array<sim::Cell, 2> kCells{1, 5};
  EXPECT_EQ(boost::json::serialize(cells_json(kSize, kCells)), "[[0,1],[1,2]]");
}

TEST(CellJson, IsOnTheBoard) {
  for (const char* const text : {"[0]", "[0, 0, 0]", "[2, 0]", "[0, 3]", "[-1, 0]", "[0.5, 0]"})
    EXPECT_THROW((void)read(text), sim::InputError) << text;
  EXPECT_THROW((void)read("[0, 1]", 1), sim::InputError);
  EXPECT_EQ(tests::message_of<sim::InputError>([] { (void)read("[1]"); }),
            "file:1:1: the file is a list; expected [row, col]");
}

TEST(CellJson, BoardsAreRowsOfValues) {
  const sim::Grid grid(2, 3);
  EXPECT_EQ(boost::json::serialize(board_json(grid, [](sim::Cell cell) { return boost::json::value(cell); })),
            "[[0,1,2],[3,4,5]]");
}

}  // namespace
}  // namespace sapper::experiments::minesweeper
