// The posterior in extreme cases: one cell, one row, no mines, only mines, the largest boards that experiments use at
// densities from almost none to almost all. Everything stays finite and exact to 1e-12, against fractions of big
// integers.
#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/posterior_checks.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::Topology;
using sim::View;
using solvers::Posterior;

void expect_exact(const View& view, std::span<const Cell> wanted = {}) {
  SCOPED_TRACE(view.grid().cell_count() > 400 ? std::string("a large board") : text_of(view));
  const std::optional<ExactCounts> exact = count_exactly(view, 10'000'000, wanted);
  ASSERT_TRUE(exact);
  Posterior posterior(view.grid());
  expect_posterior(view, *exact, posterior, wanted);
}

TEST(ExtremeBoards, OneCell) {
  expect_exact(hidden_position(1, 1, Topology::square, 0).view);
  expect_exact(hidden_position(1, 1, Topology::torus, 1).view);
  expect_exact(hidden_position(1, 1, Topology::hex, 2).view);  // impossible
  expect_exact(position_from_rows({"0"}, 0).view);
  expect_exact(position_from_rows({"0"}, 1).view);  // impossible
  expect_exact(position_from_rows({"3"}, 0).view);  // impossible
}

TEST(ExtremeBoards, StripsOfEveryMineCount) {
  for (const Topology topology : all_topologies()) {
    for (std::uint32_t mines = 0; mines <= 14; ++mines) {
      expect_exact(position_from_rows({"..1...2...1.."}, mines, topology).view);
      expect_exact(
          position_from_rows({".", ".", "1", ".", ".", "0", ".", ".", "2", "."}, mines, topology).view);
      expect_exact(position_from_rows({"1...", ".1.."}, mines, topology).view);
    }
  }
}

TEST(ExtremeBoards, NoMinesAndNothingButMines) {
  for (const Topology topology : all_topologies()) {
    for (const int side : {2, 9, 256}) {
      const auto cells = static_cast<std::uint32_t>(side * side);
      expect_exact(hidden_position(side, side, topology, 0).view);
      expect_exact(hidden_position(side, side, topology, cells).view);
      expect_exact(hidden_position(side, side, topology, cells - 1).view);
      expect_exact(hidden_position(side, side, topology, cells + 1).view);  // impossible

      Position alone = hidden_position(side, side, topology, cells - 1);
      const Cell middle = alone.grid->at(side / 2, side / 2);
      alone.view.show(middle, alone.grid->neighbors(middle).size());
      expect_exact(alone.view);

      Position empty = hidden_position(side, side, topology, 0);
      empty.view.show(middle, 0);
      expect_exact(empty.view);
    }
  }
}

// Lays a board and shows a few of its cells, in clusters, so that some numbers share neighbours.
Position large_position(int side, double density, Topology topology, std::uint32_t shown) {
  const auto cells = static_cast<std::uint32_t>(side * side);
  Position position =
      hidden_position(side, side, topology, static_cast<std::uint32_t>(density * static_cast<double>(cells)));
  sim::Stream random({7, cells, static_cast<std::uint64_t>(density * 1000)}, sim::Purpose::playout);
  sim::Layout layout(*position.grid);
  layout.lay_uniformly(position.view.mine_count(), random, [](auto) {});
  while (cells - position.view.hidden_count() < shown) {
    const Cell center = random.below(cells);
    for (const Cell cell : position.grid->neighbors(center))
      if (!layout.is_mine(cell)) position.view.show(cell, layout.number(cell));
  }
  return position;
}

TEST(ExtremeBoards, LargeBoardsOfAnyDensity) {
  const int side = case_count(100) == 100 ? 256 : 64;
  for (const double density : {0.001, 0.16, 0.5, 0.99}) {
    const std::uint32_t shown = density < 0.9 ? 16 : 6;
    for (const Topology topology : all_topologies())
      expect_exact(large_position(side, density, topology, shown).view);
  }
}

TEST(ExtremeBoards, ManyComponents) {
  for (const double density : {0.05, 0.2, 0.45})
    expect_exact(large_position(40, density, Topology::square, 50).view);
}

// A few frontier cells, spread over the board.
std::vector<Cell> some_frontier_cells(const View& view, std::size_t count) {
  std::vector<Cell> frontier;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    bool is_on_frontier = false;
    for (const Cell neighbor : view.grid().neighbors(cell))
      is_on_frontier = is_on_frontier || (view.is_hidden(cell) && view.is_shown(neighbor));
    if (is_on_frontier) frontier.push_back(cell);
  }
  std::vector<Cell> some;
  for (std::size_t i = 0; i < count; ++i) some.push_back(frontier[i * frontier.size() / count]);
  return some;
}

// Ways on a frontier of over a thousand cells exceed the range of doubles.
TEST(ExtremeBoards, FrontiersBeyondTheRangeOfDoubles) {
  const bool is_full = case_count(100) == 100;
  const std::size_t wanted = is_full ? 12 : 2;
  for (const double density : {0.02, 0.16, 0.5, 0.98}) {
    const Position position =
        large_position(is_full ? 256 : 160, density, Topology::square, density < 0.9 ? 400 : 150);
    expect_exact(position.view, some_frontier_cells(position.view, wanted));
  }
  const Position packed = large_position(70, 0.3, Topology::hex, 400);
  expect_exact(packed.view, some_frontier_cells(packed.view, wanted));
}

// One component of over a thousand cells with two solutions: mines on every other cell, from the first or
// from the second. With an odd number of cells one solution has one more mine, and 60 cells away from the chain
// decide how likely each is.
TEST(ExtremeBoards, LongChain) {
  for (const int links : {1200, 1201}) {
    std::string row = ".";
    for (int i = 1; i < links; ++i) row += "1.";
    row += std::string(60, '.');
    for (const std::uint32_t mines_away : {0U, 1U, 30U, 60U, 61U}) {
      const Position position = position_from_rows({row}, static_cast<std::uint32_t>(links / 2) + mines_away);
      const std::vector<Cell> ends{0, 2, static_cast<Cell>(2 * links - 2)};
      expect_exact(position.view, ends);
    }
  }
}

// Components with more solutions than a double can count. On a torus of three rows, hidden columns alternate with
// columns of 3s: each two neighbouring hidden columns have three mines. So they hold 0, 1, 2 or 3 mines and the rest of
// 3 in turn, in 1, 3^columns, 3^columns and 1 ways: by symmetry each cell holds a mine with probability 1/2, and an
// even number of columns always as many mines.
TEST(ExtremeBoards, MoreSolutionsThanADoubleCounts) {
  const int columns = 700;  // 3^700 > 2^1109
  std::string chain = ".";
  for (int i = 1; i < columns; ++i) chain += "3.";
  const std::string row = chain + "..." + chain + "...";
  const auto position_with = [&](int mines_away) {
    return position_from_rows({row, row, row}, static_cast<std::uint32_t>(3 * columns + mines_away),
                              Topology::torus);
  };
  const Position position = position_with(5);
  Posterior posterior(*position.grid);
  ASSERT_TRUE(posterior.compute(position.view));
  const auto length = static_cast<int>(chain.size());
  for (Cell cell = 0; cell < position.grid->cell_count(); ++cell) {
    const bool is_away = position.grid->col_of(cell) % (length + 3) >= length;
    const double p_mine = is_away ? 5.0 / 18 : 0.5;
    if (position.view.is_hidden(cell)) {
      ASSERT_NEAR(posterior.p_mine(cell), p_mine, kPosteriorTolerance);
    }
  }
  EXPECT_FALSE(posterior.compute(position_with(-1).view));
  EXPECT_FALSE(posterior.compute(position_with(19).view));
}

// Every other row is hidden, its mines in every other column, shifted from row to row; the rows between show
// their numbers. The local rules find nothing, and all is one component that is as wide as the board.
Position striped_position(int side) {
  Position position =
      hidden_position(side, side, Topology::square, static_cast<std::uint32_t>(side * side / 4));
  const sim::Grid& grid = *position.grid;
  sim::Layout layout(grid);
  for (int row = 0; row < side; row += 2)
    for (int col = row / 2 % 2; col < side; col += 2) layout.add_mine(grid.at(row, col));
  for (int row = 1; row < side; row += 2)
    for (int col = 0; col < side; ++col)
      position.view.show(grid.at(row, col), layout.number(grid.at(row, col)));
  return position;
}

// No hang, no exhausted memory, no wrong result, from just too wide to where the bound on the states exceeds the range
// of doubles; and the object remains usable.
TEST(ExtremeBoards, RefusesComponentsThatAreTooWide) {
  for (const int side : {40, 100, 600}) {
    SCOPED_TRACE(side);
    const Position striped = striped_position(side);
    const Position plain = hidden_position(side, side, Topology::square, 7);
    Posterior posterior(*striped.grid);
    for (int round = 0; round < 2; ++round) {
      EXPECT_THROW(static_cast<void>(posterior.compute(striped.view)), solvers::ComponentTooWide);
      ASSERT_TRUE(posterior.compute(plain.view));
      EXPECT_NEAR(posterior.p_mine(0), 7.0 / (side * side), 1e-12);
    }
  }
  expect_exact(striped_position(4).view);
}

}  // namespace
}  // namespace sapper::tests
