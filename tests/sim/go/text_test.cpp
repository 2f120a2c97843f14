// Points, komi and boards as text.
#include "sim/go/text.hpp"

#include "tests/support/go_boards.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim::go {
namespace {

TEST(GoText, EveryPointReadsBack) {
  for (int size = 1; size <= kMaxSize; ++size) {
    const Board board(size);
    for (const Point point : board.empty_points())
      EXPECT_EQ(parse_point(board, to_text(board, point)), point);
  }
  const Board board(25);
  EXPECT_EQ(to_text(board, board.at(0, 0)), "A1");
  EXPECT_EQ(to_text(board, board.at(18, 8)), "J19") << "there is no I";
  EXPECT_EQ(to_text(board, board.at(24, 24)), "Z25");
  EXPECT_EQ(parse_point(board, "j19"), board.at(18, 8));
  EXPECT_EQ(to_text(board, kPass), "pass");
  EXPECT_EQ(parse_point(board, "PASS"), kPass);
}

TEST(GoText, RefusesWhatIsNoPoint) {
  const Board board(9);
  for (const char* text :
       {"", "A", "1", "A0", "A10", "K1", "I5", "A-1", "A+1", "A1x", "AA1", "A 1", "passs", "A1 "})
    EXPECT_EQ(parse_point(board, text), std::nullopt) << '"' << text << '"';
}

TEST(GoText, KomiIsInHalfPoints) {
  EXPECT_EQ(parse_halves("7.5"), 15);
  EXPECT_EQ(parse_halves("-0.5"), -1);
  EXPECT_EQ(parse_halves("+6"), 12);
  EXPECT_EQ(parse_halves("0"), 0);
  for (const char* text : {"", "7.25", "x", "7.5x", "inf", "nan", "1e9", "--1", "+-1"})
    EXPECT_EQ(parse_halves(text), std::nullopt) << text;
  for (const int halves : {-15, -2, -1, 0, 1, 13, 14})
    EXPECT_EQ(parse_halves(halves_to_text(halves)), halves);
}

TEST(GoText, DrawsTheBoard) {
  Board board = tests::go_board({"X.", ".O"});
  EXPECT_EQ(draw(board), "    A B\n 2  X . 2\n 1  . O 1\n    A B\n");
  EXPECT_EQ(draw(board, board.at(0, 1)), "    A B\n 2  X . 2\n 1  .(O)1\n    A B\n");
  EXPECT_EQ(draw(board, board.at(1, 0)), "    A B\n 2 (X). 2\n 1  . O 1\n    A B\n");
}

}  // namespace
}  // namespace sapper::sim::go
