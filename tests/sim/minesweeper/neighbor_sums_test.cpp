// Sums for all cells at once against a loop over all pairs of cells.
#include "sim/minesweeper/neighbor_sums.hpp"

#include <gtest/gtest.h>

#include "sim/random/stream.hpp"
#include "tests/support/case_count.hpp"

namespace sapper::tests {
namespace {

TEST(NeighborSums, AreThoseOfEachCellsNeighbors) {
  const int topologies = static_cast<int>(sim::kTopologies.size());
  const int cases = case_count(200) * topologies;
  std::uint64_t total = 0;
  for (int i = 0; i < cases; ++i) {
    sim::Stream random({640, 0, static_cast<std::uint64_t>(i)}, sim::Purpose::playout);
    // Every shape of up to 4 x 4, then larger ones.
    const int shape = i / topologies;
    const int rows = shape < 16 ? 1 + shape / 4 : 1 + static_cast<int>(random.below(20));
    const int cols = shape < 16 ? 1 + shape % 4 : 1 + static_cast<int>(random.below(70));
    const auto topology = sim::kTopologies[static_cast<std::size_t>(i % topologies)].topology;
    SCOPED_TRACE(std::string(sim::name_of(topology)) + " " + std::to_string(rows) + " x " +
                 std::to_string(cols));
    const sim::Grid grid(rows, cols, topology);
    sim::NeighborSums neighbor_sums(grid);
    std::vector<std::uint8_t> values(grid.cell_count());
    for (int round = 0; round < 2; ++round) {  // nothing remains of the round before
      for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random.below(2));
      std::vector<std::uint8_t> expected(grid.cell_count(), 0);
      for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell)
        if (values[cell] != 0)
          for (const sim::Cell neighbor : grid.neighbors(cell)) ++expected[neighbor];
      const auto sums = neighbor_sums.of(values);
      ASSERT_EQ(std::vector<std::uint8_t>(sums.begin(), sums.end()), expected);
      for (const std::uint8_t sum : sums) total += sum;
    }
  }
  EXPECT_GT(total, static_cast<std::uint64_t>(cases));
}

}  // namespace
}  // namespace sapper::tests
