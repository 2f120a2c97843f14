// Block operations of every instruction set against the same done cell by cell; digs and openings are
// tested in game_test.cpp.
#include "sim/minesweeper/block_operations.hpp"

#include "sim/random/stream.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

class BlockOperationsOfSet : public testing::TestWithParam<const BlockOperations*> {};
INSTANTIATE_TEST_SUITE_P(AllSets, BlockOperationsOfSet,
                         testing::ValuesIn(supported_block_operations().begin(),
                                           supported_block_operations().end()),
                         [](const auto& set) { return std::string(set.param->name); });

TEST_P(BlockOperationsOfSet, RemoveCellsAndSayWhichRowsHaveThem) {
  Stream random({42, 0, 0}, Purpose::playout);
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
