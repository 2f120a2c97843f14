// On boards beyond the oracles: the probabilities of all hidden cells always sum to the number of unknown mines, to a
// relative 1e-10, from one cell to a million. (In builds that check contracts, every posterior of every test does so.)
#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/contracts.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/position_text.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::Topology;
using sim::View;
using solvers::Posterior;

void expect_sums_to_mines(const View& view) {
  Posterior posterior(view.grid());
  ASSERT_TRUE(posterior.compute(view));
  long double sum = 0;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_hidden(cell)) sum += posterior.p_mine(cell);
  const double mines = view.mine_count();
  EXPECT_NEAR(static_cast<double>(sum), mines, 1e-10 * mines);
  EXPECT_GE(posterior.log_layouts(), -1e-9);
}

// The shown cells of a random layout.
enum class Shown {
  few_cells,      // one free cell in 100, alone: small components far apart
  many_cells,     // one in 20
  neighborhoods,  // all free neighbours of one cell in 400
  rows,           // every third row, its right half hidden: long components, and cells away from them
};

Position random_board(int rows, int cols, Topology topology, double density, Shown shown,
                      std::uint64_t seed) {
  const auto cells = static_cast<std::uint32_t>(rows * cols);
  const auto mines = static_cast<std::uint32_t>(density * cells);
  Position position = hidden_position(rows, cols, topology, mines);
  const sim::Grid& grid = *position.grid;
  sim::Stream random({seed, cells, static_cast<std::uint64_t>(shown)}, sim::Purpose::playout);
  sim::Layout layout(grid);
  layout.lay_uniformly(mines, random, [](auto) {});
  const auto show = [&](Cell cell) {
    if (!layout.is_mine(cell) && position.view.is_hidden(cell)) position.view.show(cell, layout.number(cell));
  };
  for (Cell cell = 0; cell < cells; ++cell) {
    if (shown == Shown::few_cells && random.below(100) == 0) show(cell);
    if (shown == Shown::many_cells && random.below(20) == 0) show(cell);
    if (shown == Shown::neighborhoods && random.below(400) == 0)
      for (const Cell neighbor : grid.neighbors(cell)) show(neighbor);
    if (shown == Shown::rows && grid.row_of(cell) % 3 == 1 && 2 * grid.col_of(cell) < cols) show(cell);
  }
  return position;
}

TEST(PosteriorSums, OverRandomBoardsOfAllSizes) {
  const std::vector<std::pair<int, int>> sizes{{1, 1},   {1, 7},   {3, 3},     {8, 8},
                                               {16, 30}, {2, 500}, {100, 100}, {300, 300}};
  std::uint64_t seed = 0;
  for (const auto& [rows, cols] : sizes)
    for (const Topology topology : all_topologies())
      for (const double density : {0.0, 0.02, 0.2, 0.45, 0.9})
        for (const Shown shown : {Shown::few_cells, Shown::many_cells, Shown::neighborhoods, Shown::rows}) {
          if (topology == Topology::torus && (rows < 2 || cols < 2)) continue;
          if (case_count(100) < 100 && rows * cols > 10'000 && ++seed % 10 != 0) continue;
          SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(cols) + ", density " +
                       std::to_string(density) + ", shown as " + std::to_string(static_cast<int>(shown)));
          ASSERT_NO_FATAL_FAILURE(
              expect_sums_to_mines(random_board(rows, cols, topology, density, shown, ++seed).view));
        }
}

TEST(PosteriorSums, OverBoardsOfAMillionCells) {
  for (const double density : {0.02, 0.2})
    for (const Shown shown : {Shown::few_cells, Shown::many_cells, Shown::neighborhoods}) {
      if (case_count(100) < 100 && shown != Shown::few_cells) continue;
      SCOPED_TRACE(std::to_string(density) + ", " + std::to_string(static_cast<int>(shown)));
      ASSERT_NO_FATAL_FAILURE(
          expect_sums_to_mines(random_board(1000, 1000, Topology::square, density, shown, 9).view));
    }
}

TEST(Posterior, UpdatesWhatItWasStartedWith) {
  const Position position = position_from_rows({"1.."}, 1);
  solvers::LocalRules started(*position.grid);
  solvers::LocalRules other(*position.grid);
  started.reset(position.view);
  other.reset(position.view);
  Posterior posterior(*position.grid);
  posterior.start(started);
  EXPECT_BROKEN_CONTRACT(posterior.update(other), "knowledge_ == &knowledge");
}

}  // namespace
}  // namespace sapper::tests
