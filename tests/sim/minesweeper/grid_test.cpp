// The neighbour relation of every topology against its geometry, on all small boards.
#include "sim/minesweeper/grid.hpp"

#include "sim/minesweeper/cell_symmetry.hpp"
#include "sim/minesweeper/first_click.hpp"
#include "tests/support/every_game.hpp"
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

template <class Check>
void for_each_small_board(Check check) {
  for (const TopologyRow& topology : kTopologies)
    for (int rows = 1; rows <= 6; ++rows)
      for (int cols = 1; cols <= 6; ++cols) {
        SCOPED_TRACE(std::string(topology.name) + " " + std::to_string(rows) + " x " + std::to_string(cols));
        check(Grid(rows, cols, topology.topology));
      }
}

// On tori with fewer than three rows or columns a cell reaches others, and itself, in several ways.
TEST(Grid, NeighborsAreThoseOfTheGeometry) {
  for_each_small_board([](const Grid& grid) {
    for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
      std::vector<Cell> listed;
      for (const Cell neighbor : grid.neighbors(cell)) listed.push_back(neighbor);
      const std::set<Cell> found(listed.begin(), listed.end());
      EXPECT_EQ(listed.size(), found.size()) << "each neighbour once";
      EXPECT_EQ(static_cast<int>(listed.size()), grid.neighbors(cell).size());
      EXPECT_EQ(found, neighbors_by_definition(grid, cell)) << "cell " << cell;
    }
  });
}

TEST(Grid, InnerCellsHaveAllNeighbors) {
  EXPECT_EQ(Grid(16, 30).neighbors(31).size(), 8);
  EXPECT_EQ(Grid(16, 30).neighbors(0).size(), 3);
  EXPECT_EQ(Grid(16, 30).neighbors(1).size(), 5);
  EXPECT_EQ(Grid(16, 30, Topology::hex).neighbors(31).size(), 6);
  const Grid torus(16, 30, Topology::torus);
  for (Cell cell = 0; cell < torus.cell_count(); ++cell) EXPECT_EQ(torus.neighbors(cell).size(), 8);
}

TEST(Grid, RefusesSizesOutsideItsRange) {
  EXPECT_THROW(Grid(0, 5), std::invalid_argument);
  EXPECT_THROW(Grid(5, 0), std::invalid_argument);
  EXPECT_THROW(Grid(-1, 5), std::invalid_argument);
  EXPECT_THROW(Grid(4097, 1), std::invalid_argument);
  EXPECT_NO_THROW(Grid(4096, 1));
  EXPECT_NO_THROW(Grid(1, 4096));
}

// Classes of cells against the automorphisms of the neighbour relation, searched for one by one on small
// boards.

// Looks for an automorphism of the graph of neighbours that maps the kept cells to kept cells, given the
// image of one cell, by trying every image of every cell that fits those before it.
class AutomorphismSearch {
 public:
  AutomorphismSearch(const Grid& grid, std::span<const Cell> kept)
      : cells_(grid.cell_count()),
        is_kept_(cells_, false),
        touches_(cells_, std::vector<bool>(cells_, false)) {
    for (const Cell cell : kept) is_kept_[cell] = true;
    for (Cell cell = 0; cell < cells_; ++cell)
      for (const Cell neighbor : grid.neighbors(cell)) touches_[cell][neighbor] = true;
  }

  bool exists(Cell from, Cell to) {
    order_ = {from};
    for (std::size_t i = 0; i < order_.size(); ++i)
      for (Cell cell = 0; cell < cells_; ++cell)
        if (touches_[order_[i]][cell] && std::find(order_.begin(), order_.end(), cell) == order_.end())
          order_.push_back(cell);
    images_.clear();
    return fits(to) && extend(to);
  }

 private:
  // May the next cell in order_ be mapped to `image`?
  bool fits(Cell image) const {
    const Cell cell = order_[images_.size()];
    if (is_kept_[cell] != is_kept_[image]) return false;
    if (std::count(touches_[cell].begin(), touches_[cell].end(), true) !=
        std::count(touches_[image].begin(), touches_[image].end(), true))
      return false;
    for (std::size_t i = 0; i < images_.size(); ++i)
      if (images_[i] == image || touches_[order_[i]][cell] != touches_[images_[i]][image]) return false;
    return true;
  }

  bool extend(Cell image) {
    images_.push_back(image);
    bool found = images_.size() == order_.size();
    for (Cell next = 0; !found && next < cells_; ++next) found = fits(next) && extend(next);
    images_.pop_back();
    return found;
  }

  Cell cells_;
  std::vector<bool> is_kept_;
  std::vector<std::vector<bool>> touches_;
  std::vector<Cell> order_, images_;
};

void expect_well_formed(const CellClasses& classes, const Grid& grid) {
  ASSERT_EQ(classes.class_of.size(), grid.cell_count());
  std::set<std::uint32_t> seen;
  std::vector<Cell> lowest;
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    if (seen.insert(classes.class_of[cell]).second) lowest.push_back(cell);
  EXPECT_EQ(classes.representatives, lowest);
  for (std::uint32_t i = 0; i < classes.representatives.size(); ++i)
    EXPECT_EQ(classes.class_of[classes.representatives[i]], i);
}

enum class MayBeFiner : bool { no, yes };

// An automorphism maps each cell to the representative of its class, and, unless classes may be finer, none maps a
// representative to another.
void expect_orbits(const Grid& grid, std::span<const Cell> kept, MayBeFiner may_be_finer) {
  const CellClasses classes = classify_cells(grid, kept);
  expect_well_formed(classes, grid);
  AutomorphismSearch search(grid, kept);
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    EXPECT_TRUE(search.exists(classes.representatives[classes.class_of[cell]], cell)) << "cell " << cell;
  if (may_be_finer == MayBeFiner::yes) return;
  for (const Cell a : classes.representatives)
    for (const Cell b : classes.representatives) {
      if (a < b) {
        EXPECT_FALSE(search.exists(a, b)) << "cells " << a << " and " << b << " are alike";
      }
    }
}

TEST(CellSymmetry, ClassesAreTheOrbitsOfTheAutomorphisms) {
  for_each_small_board([](const Grid& grid) { expect_orbits(grid, {}, MayBeFiner::no); });
}

// Where three rows or columns wrap, each of them neighbours both others: their order can be permuted arbitrarily, which
// no symmetry of the board does.
TEST(CellSymmetry, ClassesKeepTheFreeCells) {
  for_each_small_board([](const Grid& grid) {
    const bool has_three = (grid.wraps_rows() && grid.rows() == 3) || (grid.wraps_cols() && grid.cols() == 3);
    const ProtectedCells kept = corners(grid);
    expect_orbits(grid, kept.cells(), has_three ? MayBeFiner::yes : MayBeFiner::no);
  });
}

TEST(CellSymmetry, SymmetriesKeepNeighborsAndJoinTheClasses) {
  for (const Topology topology : tests::all_topologies())
    for (const auto& [rows, cols] : {std::pair(1, 1), {1, 4}, {3, 3}, {3, 4}, {4, 4}, {5, 3}}) {
      SCOPED_TRACE(std::string(name_of(topology)) + " " + std::to_string(rows) + " x " +
                   std::to_string(cols));
      const Grid grid(rows, cols, topology);
      const std::vector<std::uint32_t> class_of = classify_cells(grid).class_of;
      std::set<std::pair<Cell, Cell>> joined;
      for (const std::vector<Cell>& image_of : symmetries(grid)) {
        EXPECT_EQ(std::set<Cell>(image_of.begin(), image_of.end()).size(), grid.cell_count());
        for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
          joined.emplace(cell, image_of[cell]);
          std::set<Cell> around, around_image;
          for (const Cell neighbor : grid.neighbors(cell)) around.insert(image_of[neighbor]);
          for (const Cell neighbor : grid.neighbors(image_of[cell])) around_image.insert(neighbor);
          EXPECT_EQ(around, around_image);
        }
      }
      for (Cell a = 0; a < grid.cell_count(); ++a)
        for (Cell b = 0; b < grid.cell_count(); ++b)
          EXPECT_EQ(joined.contains({a, b}), class_of[a] == class_of[b]) << a << " " << b;
    }
}

TEST(CellSymmetry, ClassesOfKnownBoards) {
  const auto count = [](const Grid& grid, std::span<const Cell> kept = {}) {
    return classify_cells(grid, kept).representatives.size();
  };
  EXPECT_EQ(count(Grid(16, 30)), 8U * 15U);
  EXPECT_EQ(count(Grid(9, 9)), 15U);  // a triangle of 5 + 4 + 3 + 2 + 1
  EXPECT_EQ(count(Grid(8, 8)), 10U);
  EXPECT_EQ(count(Grid(9, 9, Topology::torus)), 1U);
  EXPECT_EQ(count(Grid(9, 9, Topology::hex)), 5U * 9U);
  EXPECT_EQ(count(Grid(8, 9, Topology::hex)), 8U * 9U / 2);
  EXPECT_THAT(classify_cells(Grid(3, 3)).representatives, ElementsAre(0, 1, 4));
  EXPECT_THAT(classify_cells(Grid(3, 3)).class_of, ElementsAre(0, 1, 0, 1, 2, 1, 0, 1, 0));
  EXPECT_THAT(classify_cells(Grid(2, 2, Topology::hex)).class_of, ElementsAre(0, 1, 1, 0));
  // A single kept cell of a torus leaves the reflections around it.
  const std::vector<Cell> kept{0};
  EXPECT_THAT(classify_cells(Grid(4, 5, Topology::torus), kept).class_of,
              ElementsAre(0, 1, 2, 2, 1, 3, 4, 5, 5, 4, 6, 7, 8, 8, 7, 3, 4, 5, 5, 4));
}

}  // namespace
}  // namespace sapper::sim
