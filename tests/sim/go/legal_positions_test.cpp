// The number of positions in which every chain has a liberty, by the board's count of contacts, against
// J. Tromp and G. Farnebäck, "Combinatorics of Go" (2007), table 1.
#include <cstdlib>

#include "sim/go/board.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim::go {
namespace {

constexpr bool kIsSlowBuild = tests::kDefaultTestPercent < 100;

bool have_liberties(const Board& board, Point point) {
  if (board.chain_contacts(point) == 0) return false;
  for (const Point neighbor : board.neighbors(point)) {
    const Color color = board.color(neighbor);
    const bool is_stone = color == Color::black || color == Color::white;
    if (is_stone && board.chain_contacts(neighbor) == 0) return false;
  }
  return true;
}

// Enumerates the points from `index` on. The remaining points are empty: a chain without a liberty now will
// have none later either.
std::uint64_t count_legal(const Board& board, int index) {
  const int size = board.size();
  if (index == size * size) return 1;
  std::uint64_t count = count_legal(board, index + 1);
  const Point point = board.at(index / size, index % size);
  for (const Color color : {Color::black, Color::white}) {
    Board next(board);
    next.set_up(point, color);
    if (have_liberties(next, point)) count += count_legal(next, index + 1);
  }
  return count;
}

std::uint64_t legal_positions(int size) { return count_legal(Board(size), 0); }

TEST(GoLegalPositions, AreAsManyAsPublished) {
  EXPECT_EQ(legal_positions(1), 1U);
  EXPECT_EQ(legal_positions(2), 57U);
  EXPECT_EQ(legal_positions(3), 12675U);
}

// Takes seconds in optimized builds; SAPPER_LONG_TESTS=1 runs it in others too.
TEST(GoLegalPositions, AreAsManyAsPublishedOn4x4) {
  if (kIsSlowBuild && std::getenv("SAPPER_LONG_TESTS") == nullptr) GTEST_SKIP() << "set SAPPER_LONG_TESTS=1";
  EXPECT_EQ(legal_positions(4), 24318165U);
}

}  // namespace
}  // namespace sapper::sim::go
