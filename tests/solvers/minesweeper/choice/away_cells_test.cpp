// Cells away from the frontier against what their neighbours are, asked one by one.
#include "solvers/minesweeper/choice/away_cells.hpp"

#include "solvers/minesweeper/posterior/posterior.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using solvers::AwayCells;
using solvers::Posterior;

struct Expected {
  std::map<Cell, bool> near;         // whether a known mine is a neighbour
  std::map<Cell, bool> far_by_mine;  // true
  std::map<int, Cell> clear;         // the first one, by its number of neighbours

  explicit Expected(const Posterior& posterior) {
    const solvers::LocalRules& knowledge = posterior.knowledge();
    const sim::Grid& grid = knowledge.grid();
    for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
      if (!posterior.is_outside(cell)) continue;
      bool is_near = false;
      bool is_by_mine = false;
      for (const Cell neighbor : grid.neighbors(cell)) {
        is_near |= knowledge.is_unknown(neighbor) && !posterior.is_outside(neighbor);
        is_by_mine |= knowledge.is_mine(neighbor);
      }
      if (is_near) {
        near[cell] = is_by_mine;
      } else if (is_by_mine) {
        far_by_mine[cell] = true;
      } else {
        clear.emplace(grid.neighbors(cell).size(), cell);
      }
    }
  }
};

TEST(AwayCells, AreWhatTheirNeighborsMakeThem) {
  const PositionKind kind{.max_rows = 18, .max_cols = 40, .max_layouts = 1e300, .may_be_inconsistent = false};
  std::size_t near = 0;
  std::size_t far_by_mine = 0;
  std::size_t clear = 0;
  const int cases = case_count(600);
  for (int i = 0; i < cases && !testing::Test::HasFailure(); ++i) {
    const RandomPosition made = random_position(kind, 980, static_cast<std::uint64_t>(i));
    SCOPED_TRACE(text_of(made.position.view));
    Posterior posterior(*made.position.grid);
    ASSERT_TRUE(posterior.compute(made.position.view));
    const Expected expected(posterior);
    AwayCells away(*made.position.grid);
    std::map<Cell, bool> found_near;
    std::map<Cell, bool> found_far_by_mine;
    std::map<int, Cell> found_clear;
    for (int time = 0; time < 2; ++time) {
      away.find(posterior.knowledge());
      found_near.clear();
      away.visit_near(
          [&](Cell cell, bool is_by_mine) { ASSERT_TRUE(found_near.emplace(cell, is_by_mine).second); });
    }
    away.visit_far_by_mine([&](Cell cell) { ASSERT_TRUE(found_far_by_mine.emplace(cell, true).second); });
    int fewest = -1;
    away.visit_clear([&](Cell cell, int neighbors) {
      EXPECT_GT(neighbors, fewest);
      fewest = neighbors;
      found_clear.emplace(neighbors, cell);
      return true;
    });
    ASSERT_EQ(found_near, expected.near);
    ASSERT_EQ(found_far_by_mine, expected.far_by_mine);
    ASSERT_EQ(found_clear, expected.clear);
    int visits = 0;
    away.visit_clear([&](Cell, int) { return ++visits < 1; });
    ASSERT_EQ(visits, expected.clear.empty() ? 0 : 1);
    near += found_near.size();
    far_by_mine += found_far_by_mine.size();
    clear += found_clear.size();
  }
  EXPECT_GT(near, static_cast<std::size_t>(cases) / 4);
  EXPECT_GT(far_by_mine, static_cast<std::size_t>(cases) / 4);
  EXPECT_GT(clear, static_cast<std::size_t>(cases) / 4);
}

}  // namespace
}  // namespace sapper::tests
