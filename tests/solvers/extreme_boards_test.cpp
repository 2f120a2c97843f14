// The posterior at the ends: one cell, one row, no mines, nothing but mines, the largest boards that
// experiments use at densities from nearly none to nearly all. Everything stays finite and exact to 1e-12,
// against fractions of big integers.
#include <gtest/gtest.h>

#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/posterior.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/posterior_checks.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::Topology;
using sim::View;
using solvers::Posterior;

void expect_exact(const View& view) {
  SCOPED_TRACE(view.grid().cell_count() > 400 ? std::string("a large board") : text_of(view));
  const std::optional<ExactCounts> exact = count_exactly(view);
  ASSERT_TRUE(exact);
  Posterior posterior(view.grid());
  expect_posterior(view, *exact, posterior);
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
  for (const Topology topology : {Topology::square, Topology::torus, Topology::hex}) {
    for (std::uint32_t mines = 0; mines <= 14; ++mines) {
      expect_exact(position_from_rows({"..1...2...1.."}, mines, topology).view);
      expect_exact(
          position_from_rows({".", ".", "1", ".", ".", "0", ".", ".", "2", "."}, mines, topology).view);
      expect_exact(position_from_rows({"1...", ".1.."}, mines, topology).view);
    }
  }
}

TEST(ExtremeBoards, NoMinesAndNothingButMines) {
  for (const Topology topology : {Topology::square, Topology::torus, Topology::hex}) {
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
  layout.lay_uniformly(position.view.mine_count(), cells, random, [](Cell) { return true; });
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
    for (const Topology topology : {Topology::square, Topology::torus, Topology::hex})
      expect_exact(large_position(side, density, topology, shown).view);
  }
}

TEST(ExtremeBoards, ManyComponents) {
  for (const double density : {0.05, 0.2, 0.45})
    expect_exact(large_position(40, density, Topology::square, 50).view);
}

}  // namespace
}  // namespace sapper::tests
