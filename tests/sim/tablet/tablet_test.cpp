#include "sim/tablet/tablet.hpp"

#include "tests/support/test.hpp"

namespace sapper::sim::tablet {
namespace {

// The part with the poison after a cut, from the squares themselves.
Tablet keep_by_hand(const Tablet& tablet, const Move& move) {
  const bool is_vertical = move.cut == Cut::vertical;
  const int poison = is_vertical ? tablet.poison_col : tablet.poison_row;
  const int squares = is_vertical ? tablet.cols : tablet.rows;
  int kept = 0;
  int kept_before_poison = 0;
  for (int square = 0; square < squares; ++square) {
    if ((square < move.where) != (poison < move.where)) continue;
    ++kept;
    if (square < poison) ++kept_before_poison;
  }
  if (is_vertical) return {kept, tablet.rows, kept_before_poison, tablet.poison_row};
  return {tablet.cols, kept, tablet.poison_col, kept_before_poison};
}

TEST(Tablet, CutsKeepThePartWithThePoison) {
  for (int cols = 1; cols <= 6; ++cols)
    for (int rows = 1; rows <= 5; ++rows)
      for (int col = 0; col < cols; ++col)
        for (int row = 0; row < rows; ++row) {
          const Tablet tablet{cols, rows, col, row};
          for (const Move& move : moves_of(tablet)) {
            ASSERT_TRUE(is_legal(tablet, move));
            ASSERT_EQ(after(tablet, move), keep_by_hand(tablet, move)) << cols << rows << col << row;
          }
        }
}

TEST(Tablet, EveryMoveOfTheFourHeapsIsOneCut) {
  const Tablet tablet{7, 5, 2, 4};
  std::set<std::tuple<std::size_t, int>> cuts;
  std::set<std::tuple<std::size_t, int>> heap_moves;
  for (const Move& move : moves_of(tablet)) {
    const nim::Move heap_move = as_heap_move(tablet, move);
    EXPECT_TRUE(nim::is_legal(distances_of(tablet), heap_move));
    EXPECT_EQ(as_cut(tablet, heap_move), move);
    EXPECT_TRUE(cuts.emplace(heap_move.heap, heap_move.left).second);
  }
  nim::for_each_move(distances_of(tablet), nim::kNoLimit,
                     [&](const nim::Move& move) { heap_moves.emplace(move.heap, move.left); });
  EXPECT_EQ(cuts, heap_moves);
}

TEST(Tablet, DistancesAndTabletAreTheSame) {
  const Tablet tablet{9, 4, 3, 1};
  EXPECT_EQ(distances_of(tablet), (nim::Heaps{3, 5, 1, 2}));
  EXPECT_EQ(tablet_of(distances_of(tablet)), tablet);
}

TEST(Tablet, OnlyTheSinglePoisonedSquareEndsTheGame) {
  EXPECT_TRUE(is_over({1, 1, 0, 0}));
  EXPECT_TRUE(moves_of({1, 1, 0, 0}).empty());
  EXPECT_FALSE(is_over({2, 1, 0, 0}));
  EXPECT_FALSE(is_over({1, 2, 0, 1}));
}

TEST(Tablet, CutsLieInsideTheTablet) {
  const Tablet tablet{4, 3, 0, 0};
  EXPECT_FALSE(is_legal(tablet, {Cut::vertical, 0}));
  EXPECT_TRUE(is_legal(tablet, {Cut::vertical, 3}));
  EXPECT_FALSE(is_legal(tablet, {Cut::vertical, 4}));
  EXPECT_FALSE(is_legal(tablet, {Cut::horizontal, 3}));
}

}  // namespace
}  // namespace sapper::sim::tablet
