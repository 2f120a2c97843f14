// Patterns against their definition, number by number.
#include "solvers/minesweeper/bound/ambiguous_patterns.hpp"

#include <bit>

#include "sim/minesweeper/layout.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using solvers::PlacedPattern;

std::vector<sim::Cell> moved(const std::vector<std::uint32_t>& distances, sim::Cell place) {
  std::vector<sim::Cell> cells;
  for (const std::uint32_t distance : distances) cells.push_back(place + distance);
  return cells;
}

void expect_ambiguous(const sim::Grid& grid, const PlacedPattern& pattern, sim::Cell place) {
  const std::vector<sim::Cell> a = moved(pattern.a, place);
  const std::vector<sim::Cell> b = moved(pattern.b, place);
  sim::Layout on_a(grid);
  sim::Layout on_b(grid);
  for (const sim::Cell cell : a) on_a.add_mine(cell);
  for (const sim::Cell cell : b) on_b.add_mine(cell);
  for (const sim::Cell cell : moved(pattern.mines, place)) {
    on_a.add_mine(cell);
    on_b.add_mine(cell);
  }
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell) {
    if (on_a.is_mine(cell) || on_b.is_mine(cell)) continue;
    EXPECT_EQ(on_a.number(cell), on_b.number(cell)) << "cell " << cell << ", place " << place;
  }
}

TEST(AmbiguousPatterns, LeaveAllNumbersTheSame) {
  for (const auto& [rows, cols] : {std::pair{16, 30}, std::pair{6, 7}, std::pair{4, 5}, std::pair{2, 9}}) {
    SCOPED_TRACE(testing::Message() << rows << " x " << cols);
    const sim::Grid grid(rows, cols, sim::Topology::square);
    for (const PlacedPattern& pattern : solvers::place_ambiguous_patterns(grid)) {
      EXPECT_EQ(pattern.a.size(), pattern.b.size());
      for (std::size_t word = 0; word < pattern.places.size(); ++word)
        for (std::uint64_t left = pattern.places[word]; left != 0; left &= left - 1)
          expect_ambiguous(
              grid, pattern,
              static_cast<sim::Cell>(64 * word) + static_cast<sim::Cell>(std::countr_zero(left)));
    }
  }
}

// As many as data/studies/ambiguous_patterns.py finds: 7 inside, 72 at borders, 212 in corners.
TEST(AmbiguousPatterns, AreAllThatTheStudyFinds) {
  const sim::Grid grid(16, 30, sim::Topology::square);
  EXPECT_EQ(solvers::place_ambiguous_patterns(grid).size(), 291U);
  EXPECT_TRUE(solvers::place_ambiguous_patterns(sim::Grid(1, 1, sim::Topology::square)).empty());
}

}  // namespace
}  // namespace sapper::tests
