#include "solvers/minesweeper/bound/look_alikes.hpp"

#include <string_view>

#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using solvers::CellBits;
using solvers::contains;
using solvers::insert;

// Shares of a position in which nothing is known.
class LookAlikes : public testing::Test {
 protected:
  double share(std::string_view map, sim::Cell dug = sim::kNoCell) {
    CellBits mines{};
    sim::Cell cell = 0;
    for (const char letter : map) {
      if (letter == '*') insert(mines, cell);
      if (letter != '/') ++cell;
    }
    return look_alikes_.winnable_share(mines, dug);
  }
  void start(CellBits uncertain, const CellBits& mines = {}) { look_alikes_.start(uncertain, mines); }
  static CellBits all_cells() {
    CellBits all{};
    for (sim::Cell cell = 0; cell < 36; ++cell) insert(all, cell);
    return all;
  }

  sim::Grid grid_{6, 6, sim::Topology::square};
  solvers::LookAlikes look_alikes_{grid_};
};

TEST_F(LookAlikes, HalveWhatCanBeWon) {
  start(all_cells());
  EXPECT_EQ(share("....../....../....../....../....../......"), 1);
  EXPECT_EQ(share("*...../....../**..../....../....../......"), 0.5);
  EXPECT_TRUE(contains(look_alikes_.exchanged_cells(), 0));
  EXPECT_TRUE(contains(look_alikes_.exchanged_cells(), 6));
  EXPECT_EQ(share("....../*...../**..../....../....../......"), 0.5);
  EXPECT_EQ(share("*...../....../**..../...**./......./....*."), 0.5);
  // A dig of the other cell resolves it, and one elsewhere does not.
  EXPECT_EQ(share("*...../....../**..../....../....../......", 6), 1);
  EXPECT_EQ(share("*...../....../**..../....../....../......", 35), 0.5);
  // Patterns in two corners.
  EXPECT_EQ(share("*...../....../**..../....**/....../.....*"), 0.25);
}

TEST_F(LookAlikes, AreLayoutsOfThePosition) {
  CellBits uncertain = all_cells();
  uncertain[0] &= ~std::uint64_t{1};
  start(uncertain);
  EXPECT_EQ(share("*...../....../**..../....../....../......"), 1) << "the first cell is known";
  CellBits mines{};
  for (const sim::Cell cell : {12U, 13U}) insert(mines, cell);
  uncertain = {};
  for (const sim::Cell cell : {0U, 6U}) insert(uncertain, cell);
  start(uncertain, mines);
  EXPECT_EQ(share("*...../....../**..../....../....../......"), 0.5);
  start(uncertain);
  EXPECT_EQ(share("*...../....../**..../....../....../......"), 1) << "the mines beside it may not be there";
}

}  // namespace
}  // namespace sapper::tests
