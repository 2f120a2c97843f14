// Random playouts: which points are drawn, and where a playout ends.
#include "sim/go/scoring.hpp"
#include "solvers/go/player.hpp"
#include "tests/support/go_boards.hpp"
#include "tests/support/statistics.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers::go {
namespace {

using sim::go::Board;
using sim::go::Color;
using sim::go::kPass;
using sim::go::Point;
using tests::go_board;

// The frequency of each point; also checks that drawing does not change the board.
std::map<std::string, std::uint64_t> drawn_points(const Board& start, Color color, std::uint64_t draws) {
  sim::Stream stream({2026, 9, 1}, sim::Purpose::playout);
  std::map<std::string, std::uint64_t> counts;
  Board board(start);
  for (std::uint64_t i = 0; i < draws; ++i) ++counts[to_text(board, random_point(board, color, stream))];
  EXPECT_EQ(tests::lines_of(board), tests::lines_of(start));
  return counts;
}

TEST(GoPlayout, DrawsUniformlyFromWhatMayBePlayed) {
  // For Black: A4 is an own eye; D1 would be suicide; D4 takes a stone, A1 and B1 have liberties.
  const Board board = go_board({
      ".XO.",
      "XXXO",
      "OOOO",
      "..O.",
  });
  const auto counts = drawn_points(board, Color::black, 30'000);
  std::vector<std::uint64_t> observed;
  std::string points;
  for (const auto& [point, count] : counts) {
    points += point + ' ';
    observed.push_back(count);
  }
  EXPECT_EQ(points, "A1 B1 D4 ");
  EXPECT_GT(tests::uniformity_p_value(observed), tests::kFalseAlarmRate);
}

TEST(GoPlayout, PassesWhenOnlyEyesAreLeft) {
  const Board board = go_board({".XX", "XXX", "XX."});
  EXPECT_EQ(drawn_points(board, Color::black, 10).begin()->first, "pass");
  EXPECT_EQ(drawn_points(board, Color::white, 10).begin()->first, "pass") << "both are suicide for White";
}

TEST(GoPlayout, KnowsTrueEyesFromFalseOnes) {
  const auto is_eye = [](const std::vector<std::string>& lines, const char* point) {
    const Board board = go_board(lines);
    return board.is_own_eye(tests::go_point(board, point), Color::black);
  };
  EXPECT_TRUE(is_eye({"XXO", "X.X", "XXX"}, "B2")) << "one diagonal of four may be the enemy's";
  EXPECT_FALSE(is_eye({"XXO", "X.X", "XXO"}, "B2"));
  EXPECT_FALSE(is_eye({"XXX", "X..", "XXX"}, "B2"));
  EXPECT_FALSE(is_eye({"XOX", "X.X", "XXX"}, "B2"));
  EXPECT_TRUE(is_eye({".XX", "XXX", "XXX"}, "A3"));
  EXPECT_FALSE(is_eye({".XX", "XOX", "XXX"}, "A3")) << "in the corner the only diagonal counts";
  EXPECT_FALSE(is_eye({"X.X", "XXO", "XXX"}, "B3")) << "at the edge one diagonal is too many";
  EXPECT_TRUE(is_eye({"X.X", "XXX", "OXX"}, "B3"));
}

// After a playout neither side has a point left to play, and the regions are single points.
TEST(GoPlayout, EndsWhenNeitherSideCanPlay) {
  for (const int size : {2, 3, 5, 9, 13, 19, 25}) {
    std::uint64_t capped = 0;
    const std::uint64_t games = 200;
    for (std::uint64_t game = 0; game < games; ++game) {
      sim::Stream stream({7, static_cast<std::uint64_t>(size), game}, sim::Purpose::playout);
      Board board(size);
      const PlayoutEnd end = play_out(board, Color::black, stream);
      EXPECT_LE(end.moves, board.point_count() * kPlayoutMovesPerPoint);
      capped += end.is_capped;
      if (end.is_capped) continue;
      for (const Color color : {Color::black, Color::white})
        EXPECT_EQ(random_point(board, color, stream), kPass) << draw(board);
      for (const Point point : board.empty_points()) EXPECT_EQ(board.around(point, Color::empty), 0U);
    }
    if (size >= 5) {
      EXPECT_LT(capped, games / 50) << size;
    }
  }
}

TEST(GoPlayout, DependsOnItsStreamAlone) {
  const auto play = [](std::uint64_t game) {
    sim::Stream stream({3, 9, game}, sim::Purpose::playout);
    Board board(9);
    play_out(board, Color::black, stream);
    return tests::lines_of(board);
  };
  EXPECT_EQ(play(1), play(1));
  EXPECT_NE(play(1), play(2));
}

}  // namespace
}  // namespace sapper::solvers::go
