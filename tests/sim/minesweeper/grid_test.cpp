// The neighbour relation of every topology against its geometry, on all small boards.
#include "sim/minesweeper/grid.hpp"

#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

std::set<Cell> neighbors_by_definition(const Grid& grid, Cell cell) {
  const int row = grid.row_of(cell);
  const int col = grid.col_of(cell);
  const auto is_near = [&](int other_row, int other_col) {
    switch (grid.topology()) {
      case Topology::square:
        return std::abs(other_row - row) <= 1 && std::abs(other_col - col) <= 1;
      case Topology::torus: {
        const auto near_around = [](int a, int b, int count) {
          const int distance = std::abs(a - b);
          return std::min(distance, count - distance) <= 1;
        };
        return near_around(row, other_row, grid.rows()) && near_around(col, other_col, grid.cols());
      }
      case Topology::hex: {
        // Centres of hexagons whose midpoints lie 1 apart; odd rows are shifted right by half a cell.
        const double down = (other_row - row) * std::sqrt(0.75);
        const double right = (other_col + (other_row % 2) * 0.5) - (col + (row % 2) * 0.5);
        return std::abs(std::hypot(down, right) - 1) < 1e-9;
      }
    }
    return false;
  };
  std::set<Cell> found;
  for (int other_row = 0; other_row < grid.rows(); ++other_row)
    for (int other_col = 0; other_col < grid.cols(); ++other_col)
      if (is_near(other_row, other_col)) found.insert(grid.at(other_row, other_col));
  found.erase(cell);
  return found;
}

TEST(Grid, NeighborsAreThoseOfTheGeometry) {
  for (const TopologyRow& topology : kTopologies) {
    for (int rows = 1; rows <= 6; ++rows) {
      for (int cols = 1; cols <= 6; ++cols) {
        const Grid grid(rows, cols, topology.topology);
        for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
          std::vector<Cell> listed;
          for (const Cell neighbor : grid.neighbors(cell)) listed.push_back(neighbor);
          const std::set<Cell> found(listed.begin(), listed.end());
          EXPECT_EQ(listed.size(), found.size()) << "each neighbour once";
          EXPECT_EQ(static_cast<int>(listed.size()), grid.neighbors(cell).size());
          EXPECT_EQ(found, neighbors_by_definition(grid, cell))
              << topology.name << ' ' << rows << " x " << cols << ", cell " << cell;
        }
      }
    }
  }
}

TEST(Grid, InnerCellsHaveAllNeighbors) {
  EXPECT_EQ(Grid(16, 30).neighbors(31).size(), 8);
  EXPECT_EQ(Grid(16, 30).neighbors(0).size(), 3);
  EXPECT_EQ(Grid(16, 30).neighbors(1).size(), 5);
  EXPECT_EQ(Grid(16, 30, Topology::hex).neighbors(31).size(), 6);
  const Grid torus(16, 30, Topology::torus);
  for (Cell cell = 0; cell < torus.cell_count(); ++cell) EXPECT_EQ(torus.neighbors(cell).size(), 8);
}

// On tori with fewer than three rows or columns a cell reaches others, and itself, in several ways.
TEST(Grid, SmallToriCountEachNeighborOnce) {
  EXPECT_EQ(Grid(1, 1, Topology::torus).neighbors(0).size(), 0);
  EXPECT_EQ(Grid(1, 2, Topology::torus).neighbors(0).size(), 1);
  EXPECT_EQ(Grid(2, 2, Topology::torus).neighbors(0).size(), 3);
  EXPECT_EQ(Grid(1, 5, Topology::torus).neighbors(0).size(), 2);
  EXPECT_EQ(Grid(2, 5, Topology::torus).neighbors(0).size(), 5);
  EXPECT_EQ(Grid(3, 3, Topology::torus).neighbors(4).size(), 8);
}

TEST(Grid, CellsAndPlacesAgree) {
  const Grid grid(7, 11);
  Cell cell = 0;
  for (int row = 0; row < 7; ++row) {
    for (int col = 0; col < 11; ++col, ++cell) {
      EXPECT_EQ(grid.at(row, col), cell);
      EXPECT_EQ(grid.row_of(cell), row);
      EXPECT_EQ(grid.col_of(cell), col);
    }
  }
}

TEST(Grid, RefusesSizesOutsideItsRange) {
  EXPECT_THROW(Grid(0, 5), std::invalid_argument);
  EXPECT_THROW(Grid(5, 0), std::invalid_argument);
  EXPECT_THROW(Grid(-1, 5), std::invalid_argument);
  EXPECT_THROW(Grid(4097, 1), std::invalid_argument);
  EXPECT_NO_THROW(Grid(4096, 1));
  EXPECT_NO_THROW(Grid(1, 4096));
}

}  // namespace
}  // namespace sapper::sim
