// Bit planes and blocks of cells against the same done cell by cell.
#include "sim/minesweeper/cell_planes.hpp"

#include "sim/minesweeper/block_operations.hpp"
#include "sim/random/stream.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

using Rows = std::array<std::uint32_t, RowVector::kRows>;

Rows rows_of(const RowVector& vector) {
  Rows rows;
  vector.store(rows.data());
  return rows;
}

Grid random_grid(Stream& random, std::uint32_t max_side) {
  const auto side = [&] { return 1 + static_cast<int>(random.below(max_side)); };
  const int rows = side();
  return {rows, side(), kTopologies[random.below(kTopologies.size())].topology};
}

TEST(RowVector, DoesWhatItDoesToEachRow) {
  Stream random({40, 0, 0}, StreamPurpose::playout);
  const auto random_rows = [&] {
    Rows rows{};
    for (std::uint32_t& row : rows)
      if (random.below(3) != 0) row = random.next32() & (random.below(2) != 0 ? ~0U : random.next32());
    return rows;
  };
  for (int i = 0; i < 2000; ++i) {
    const Rows a = random_rows();
    const Rows b = random_rows();
    const RowVector va = RowVector::load(a.data());
    const RowVector vb = RowVector::load(b.data());
    const Rows c = random_rows();
    const RowVector vc = RowVector::load(c.data());
    const std::uint32_t shift = random.below(32);
    const std::uint32_t begin = random.below(17);
    const std::uint32_t end = random.below(17);
    const std::uint32_t only = random.below(16);
    std::uint32_t count = 0;
    std::uint32_t columns = 0;
    for (std::uint32_t row = 0; row < 16; ++row) {
      ASSERT_EQ(rows_of(va & vb)[row], a[row] & b[row]);
      ASSERT_EQ(rows_of(va | vb)[row], a[row] | b[row]);
      ASSERT_EQ(rows_of(va ^ vb)[row], a[row] ^ b[row]);
      ASSERT_EQ(rows_of(~va)[row], ~a[row]);
      ASSERT_EQ(rows_of(va << shift)[row], a[row] << shift);
      ASSERT_EQ(rows_of(va >> shift)[row], a[row] >> shift);
      ASSERT_EQ(rows_of(va.moved_down())[row], row == 0 ? 0 : a[row - 1]);
      ASSERT_EQ(rows_of(va.moved_up())[row], row == 15 ? 0 : a[row + 1]);
      ASSERT_EQ(rows_of(va.moved_down(vb))[row], row == 0 ? b[15] : a[row - 1]);
      ASSERT_EQ(rows_of(va.moved_up(vb))[row], row == 15 ? b[0] : a[row + 1]);
      for (std::uint32_t bit = 0; bit < 32; ++bit) {
        const std::uint32_t set = (a[row] >> bit & 1) + (b[row] >> bit & 1) + (c[row] >> bit & 1);
        ASSERT_EQ(rows_of(odd_of(va, vb, vc))[row] >> bit & 1, set % 2);
        ASSERT_EQ(rows_of(majority(va, vb, vc))[row] >> bit & 1, static_cast<std::uint32_t>(set >= 2));
      }
      ASSERT_EQ(RowVector::only(only, b[0]).any(), b[0] != 0);
      ASSERT_EQ(rows_of(RowVector::before(end))[row], row < end ? ~0U : 0U);
      ASSERT_EQ(rows_of(RowVector::only(only, b[0]))[row], row == only ? b[0] : 0);
      ASSERT_EQ(rows_of(va.between(begin, end))[row], row >= begin && row < end ? a[row] : 0);
      ASSERT_EQ(va.used_rows() >> row & 1, static_cast<std::uint32_t>(a[row] != 0));
      for (std::uint32_t bit = 0; bit < 32; ++bit) count += a[row] >> bit & 1;
      columns |= a[row];
    }
    ASSERT_EQ(va.used_rows() >> 16, 0U);
    ASSERT_EQ(va.any(), count != 0);
    ASSERT_EQ(va.count(), count);
    ASSERT_EQ(va.used_columns(), columns);
    const Rows some_columns = rows_of(va.in_columns(b[0]));
    for (std::uint32_t row = 0; row < 16; ++row) ASSERT_EQ(some_columns[row], a[row] & b[0]);
  }
}

TEST(CellPlanes, HaveAPlaceForEachCellAndNothingAroundThem) {
  for (int i = 0; i < tests::case_count(60); ++i) {
    Stream random({41, 0, static_cast<std::uint64_t>(i)}, StreamPurpose::playout);
    const Grid grid = i == 0 ? Grid(Grid::kMaxSide, 33) : random_grid(random, i % 2 == 0 ? 200 : 20);
    CellPlane plane(grid);
    Cell cell = 0;
    for (int row = 0; row < grid.rows(); ++row)
      for (int col = 0; col < grid.cols(); ++col, ++cell) {
        ASSERT_EQ(grid.row_of(cell), row);
        ASSERT_EQ(grid.col_of(cell), col);
        const Grid::Place place = grid.place_of(cell);
        ASSERT_EQ(place.word,
                  grid.word_at(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(col) / 32));
        ASSERT_EQ(grid.first_cells()[place.word] + place.bit, cell);
        ASSERT_FALSE(plane.contains(place)) << "two cells in one place";
        plane.insert(place);
        // The words around it, and those that a vector reads from it on.
        ASSERT_GT(place.word, grid.word_stride());
        ASSERT_LT(place.word + grid.word_stride() + 1, grid.word_count());
        ASSERT_LE(place.word + grid.word_stride() + 16, grid.word_count());
      }
    ASSERT_TRUE(std::equal(grid.all_cells().begin(), grid.all_cells().end(), plane.data()));
    for (std::uint32_t strip = 0; strip < grid.strip_count(); ++strip) {
      const std::uint32_t first = grid.word_at(0, strip);
      ASSERT_EQ(first % 16, 0U);
      ASSERT_EQ(plane[first - 1], 0U);
      for (std::uint32_t row = static_cast<std::uint32_t>(grid.rows());
           row < static_cast<std::uint32_t>(grid.rows()) + 15; ++row)
        ASSERT_EQ(plane[first + row], 0U);
    }
    CellPlane filled(grid);
    filled.fill(grid);
    ASSERT_TRUE(std::equal(grid.all_cells().begin(), grid.all_cells().end(), filled.data()));
  }
}

// Divisions by multiplication, at the ends of all rows.
TEST(CellPlanes, RowsAreExactForEverySize) {
  for (int cols = 1; cols <= Grid::kMaxSide; cols += cols < 100 || cols > 4000 ? 1 : 97) {
    const Grid grid(cols == Grid::kMaxSide ? Grid::kMaxSide : 40, cols);
    for (int row = 0; row < grid.rows(); ++row)
      for (const int col : {0, cols - 1}) {
        ASSERT_EQ(grid.row_of(grid.at(row, col)), row) << cols;
        ASSERT_EQ(grid.col_of(grid.at(row, col)), col) << cols;
      }
  }
}

TEST(CellPlanes, FindTheCellOfAnyNumber) {
  for (int i = 0; i < 40; ++i) {
    Stream random({42, 0, static_cast<std::uint64_t>(i)}, StreamPurpose::playout);
    const Grid grid = random_grid(random, 90);
    CellPlane plane(grid);
    std::set<Cell> cells;
    for (std::uint32_t k = 0; k < 1 + grid.cell_count() / 3; ++k) {
      const Cell cell = random.below(grid.cell_count());
      cells.insert(cell);
      plane.insert(grid.place_of(cell));
    }
    std::uint32_t n = 0;
    for (const Cell cell : cells) ASSERT_EQ(nth_cell(grid, plane, n++), cell);
  }
}

TEST(CellNumbers, CountUpAndDown) {
  Stream random({43, 0, 0}, StreamPurpose::playout);
  const Grid grid(21, 70);
  CellNumbers numbers(grid);
  std::vector<int> expected(grid.cell_count(), 0);
  for (int i = 0; i < 20'000; ++i) {
    const Cell cell = random.below(grid.cell_count());
    const Grid::Place place = grid.place_of(cell);
    const std::uint32_t what = random.below(5);
    if (what < 2 && expected[cell] < 15) {
      numbers.increment(place);
      ++expected[cell];
    } else if (what < 4 && expected[cell] > 0) {
      numbers.decrement(place);
      --expected[cell];
    } else {
      expected[cell] = static_cast<int>(random.below(16));
      numbers.set(place, expected[cell]);
    }
    ASSERT_EQ(numbers[place], expected[cell]);
  }
  for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
    const Grid::Place place = grid.place_of(cell);
    ASSERT_EQ(numbers[place], expected[cell]);
    ASSERT_EQ(numbers.positive(place.word) >> place.bit & 1, static_cast<std::uint32_t>(expected[cell] != 0));
  }
}

// Appended cells keep their order; those that are added may change theirs, but not what they are.
TEST(CellBlocks, HoldTheCellsThatTheyWereGiven) {
  for (int i = 0; i < 200; ++i) {
    Stream random({44, 0, static_cast<std::uint64_t>(i)}, StreamPurpose::playout);
    const Grid grid = random_grid(random, 80);
    std::vector<Cell> cells;
    std::set<Cell> all;
    for (std::uint32_t k = 0; k < 1 + grid.cell_count() / 4; ++k) {
      // Often one of the next cells, which may join the block.
      const Cell cell = k % 3 == 0 ? random.below(grid.cell_count())
                                   : std::min(cells.back() + 1 + random.below(5), grid.cell_count() - 1);
      if (all.insert(cell).second || k == 0) cells.push_back(cell);
    }
    std::vector<CellBlock> appended;
    for (const Cell cell : cells)
      append_cells(appended, grid, grid.place_of(cell).word, grid.place_of(cell).mask());
    ASSERT_EQ(tests::cells_of(appended), cells);
    EXPECT_EQ(appended.front().front(), cells.front());
    const std::vector<CellBlock> added = tests::together(grid, cells);
    ASSERT_EQ(cell_count(added), all.size());
    std::vector<Cell> visited;
    for_each_cell(added, [&](Cell cell) { visited.push_back(cell); });
    EXPECT_EQ(std::set<Cell>(visited.begin(), visited.end()), all);
  }
}

TEST(CellPlanes, FindTheNeighborhoodOfCells) {
  for (int i = 0; i < tests::case_count(300); ++i) {
    Stream random({43, 0, static_cast<std::uint64_t>(i)}, StreamPurpose::playout);
    const Grid grid = random_grid(random, i % 3 == 0 ? 90 : 6);
    CellPlane cells(grid);
    std::set<Cell> expected;
    for (std::uint32_t k = 0; k < 1 + grid.cell_count() / 20; ++k) {
      const Cell cell = random.below(grid.cell_count());
      cells.insert(grid.place_of(cell));
      expected.insert(cell);
      for (const Cell neighbor : grid.neighbors(cell)) expected.insert(neighbor);
    }
    CellPlane found(grid);
    found.insert(grid.place_of(random.below(grid.cell_count())));  // left over
    find_neighborhood(grid, cells, found);
    for (Cell cell = 0; cell < grid.cell_count(); ++cell)
      ASSERT_EQ(found.contains(grid.place_of(cell)), expected.contains(cell))
          << name_of(grid.topology()) << ", " << grid.rows() << " x " << grid.cols() << ", cell " << cell;
    for (std::uint32_t word = 0; word < grid.word_count(); ++word)
      ASSERT_EQ(found[word] & ~grid.all_cells()[word], 0U) << "beyond the board";
  }
}

// Block operations of every instruction set against the same done cell by cell; digs and openings are
// tested in game_test.cpp.

class BlockOperationsOfSet : public testing::TestWithParam<const BlockOperations*> {};
INSTANTIATE_TEST_SUITE_P(AllSets, BlockOperationsOfSet,
                         testing::ValuesIn(supported_block_operations().begin(),
                                           supported_block_operations().end()),
                         [](const auto& set) { return std::string(set.param->name); });

TEST_P(BlockOperationsOfSet, RemoveCellsAndSayWhichRowsHaveThem) {
  Stream random({42, 0, 0}, StreamPurpose::playout);
  const int cases = tests::case_count(2000);
  int in_other = 0;
  for (int i = 0; i < cases; ++i) {
    std::array<std::uint32_t, 16> from{};
    std::array<std::uint32_t, 16> other{};
    std::array<std::uint32_t, 16> cells{};
    for (std::size_t row = 0; row < 16; ++row) {
      from[row] = random.next32() & random.next32();
      other[row] = random.next32() & random.next32() & ~from[row];
      if (random.below(3) == 0) cells[row] = random.next32() & random.next32();
    }
    const std::uint32_t first_col = random.below(3) == 0 ? 0 : std::uint32_t{1} << random.below(4);
    const std::uint32_t last_col = random.below(3) == 0 ? 0 : std::uint32_t{1} << (28 + random.below(4));
    std::uint32_t count = 0;
    std::uint32_t rows_in_other = 0;
    UsedRows rows{0, 0, 0};
    std::array<std::uint32_t, 16> left = from;
    for (std::uint32_t row = 0; row < 16; ++row)
      for (std::uint32_t bit = 0; bit < 32; ++bit) {
        const std::uint32_t cell = std::uint32_t{1} << bit;
        if ((cells[row] & cell) == 0) continue;
        if ((from[row] & cell) != 0) {
          ++count;
          left[row] -= cell;
          rows.all |= std::uint32_t{1} << row;
          if (cell == first_col) rows.first_col |= std::uint32_t{1} << row;
          if (cell == last_col) rows.last_col |= std::uint32_t{1} << row;
        }
        if ((other[row] & cell) != 0) rows_in_other |= std::uint32_t{1} << row;
      }
    const Removed removed = GetParam()->remove(from.data(), other.data(), cells.data(), first_col, last_col);
    ASSERT_EQ(removed.count, count);
    ASSERT_EQ(removed.rows.all, rows.all);
    ASSERT_EQ(removed.rows.first_col, rows.first_col);
    ASSERT_EQ(removed.rows.last_col, rows.last_col);
    ASSERT_EQ(removed.rows_in_other, rows_in_other);
    ASSERT_EQ(from, left);
    in_other += rows_in_other != 0;
  }
  EXPECT_GT(in_other, cases / 2);
}

}  // namespace
}  // namespace sapper::sim
