// Both scorings against positions counted by hand, and against drawings of random ones.
#include "sim/go/scoring.hpp"

#include "sim/go/text.hpp"
#include "sim/random/stream.hpp"
#include "tests/support/go_boards.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim::go {
namespace {

using tests::go_board;

// The owner of a drawing's empty point at (row, col) under each scoring, from the stones that its region
// touches, counted with repetition. Marks the region as seen.
struct Touched {
  std::size_t points = 0;
  std::size_t black = 0;
  std::size_t white = 0;
};
void fill(std::vector<std::string>& lines, std::size_t row, std::size_t col, Touched& touched) {
  if (row >= lines.size() || col >= lines.size()) return;  // also where below 0, by wrapping
  char& sign = lines[row][col];
  touched.black += sign == 'X';
  touched.white += sign == 'O';
  if (sign != '.') return;
  sign = '-';
  ++touched.points;
  fill(lines, row + 1, col, touched);
  fill(lines, row - 1, col, touched);
  fill(lines, row, col + 1, touched);
  fill(lines, row, col - 1, touched);
}

// Black's lead without komi.
int lead_in(std::vector<std::string> lines, Scoring scoring, const Board& board) {
  int lead = 0;
  for (std::size_t row = 0; row < lines.size(); ++row) {
    for (std::size_t col = 0; col < lines.size(); ++col) {
      if (scoring == Scoring::area) lead += (lines[row][col] == 'X') - (lines[row][col] == 'O');
      if (lines[row][col] != '.') continue;
      Touched touched;
      fill(lines, row, col, touched);
      const bool is_shared = touched.black > 0 && touched.white > 0;
      if (touched.black == touched.white || (is_shared && scoring == Scoring::area)) continue;
      const auto points = static_cast<int>(touched.points);
      lead += touched.black > touched.white ? points : -points;
    }
  }
  if (scoring == Scoring::area) return lead;
  return lead + static_cast<int>(board.captures(Color::black)) -
         static_cast<int>(board.captures(Color::white));
}

Score area(const Board& board, int komi_halves = 0) { return score_of(board, Scoring::area, komi_halves); }
Score majority(const Board& board, int komi_halves = 0) {
  return score_of(board, Scoring::majority, komi_halves);
}

TEST(GoScoring, EmptyBoardHasNoOwner) {
  EXPECT_EQ(area(Board(5)), (Score{0, 0}));
  EXPECT_EQ(majority(Board(5)), (Score{0, 0}));
  EXPECT_EQ(area(Board(5), 15), (Score{0, 15}));
  EXPECT_EQ(winner_of(area(Board(5), 15)), Color::white);
  EXPECT_EQ(winner_of(area(Board(5), -15)), Color::black);
  EXPECT_EQ(winner_of(area(Board(5))), Color::empty);
}

TEST(GoScoring, OneStoneOwnsTheBoard) {
  const Board board = go_board({"...", ".X.", "..."});
  EXPECT_EQ(area(board), (Score{18, 0}));
  EXPECT_EQ(majority(board), (Score{16, 0})) << "the stone itself does not count";
}

TEST(GoScoring, RegionsOfOneOfTheOtherAndOfBoth) {
  const Board board = go_board({
      "..XO.",  // A5 B5 (with A4 B4): Black's; E5: White's
      "..XOO",
      "XXXO.",  // E3, with nothing else: White's
      ".X.OO",  // A2 and A1 B1 ...: see below; C2, C1 between both
      "..XO.",
  });
  // Black's stones: C5 C4 A3 B3 C3 B2 C1 = 7; White's: D5 D4 E4 D3 D2 E2 D1 = 7.
  // Regions: A5 B5 A4 B4 (4, Black); E5 (White); E3 (White); E1 (White); A2 A1 B1 (3, Black);
  // C2: touches B2, C3, C1 of Black and D2 of White.
  EXPECT_EQ(area(board), (Score{2 * (7 + 4 + 3), 2 * (7 + 3)}));
  EXPECT_EQ(majority(board), (Score{2 * (4 + 3 + 1), 2 * 3})) << "C2: three contacts against one";
}

TEST(GoScoring, EqualContactsGiveTheRegionToNeitherSide) {
  const Board board = go_board({"X.O", "X.O", "X.O"});
  EXPECT_EQ(area(board), (Score{6, 6}));
  EXPECT_EQ(majority(board), (Score{0, 0}));
  // One contact more decides about all three points.
  const Board uneven = go_board({"X.O", "X.O", "XXO"});
  EXPECT_EQ(area(uneven), (Score{8, 6}));
  EXPECT_EQ(majority(uneven), (Score{4, 0})) << "contacts: A2 A3 B1 against C2 C3";
}

TEST(GoScoring, MajorityCountsWhatWasTaken) {
  Game game({.size = 3, .komi_halves = 1, .scoring = Scoring::majority, .end = GameEnd::passes});
  tests::play_all(game, "A2 A1 C2 C1 B3 B2 B1");  // takes three
  // Regions: A3, C3, A1, C1 and B2, all Black's.
  EXPECT_EQ(game.score(), (Score{2 * (5 + 3), 1}));
  EXPECT_EQ(area(game.board()), (Score{18, 0})) << "area does not count them";
}

TEST(GoScoring, AgreesWithDrawingsOfRandomGames) {
  int differences = 0;
  for (const int size : {1, 2, 3, 5, 8}) {
    for (std::uint64_t number = 0; number < 20; ++number) {
      Game game({.size = size, .end = GameEnd::passes});
      Stream choices({2026, static_cast<std::uint64_t>(size), number}, StreamPurpose::playout);
      for (int move = 0; move < 2 * size * size && !game.is_over(); ++move) {
        tests::play_any(game, choices);
        const std::vector<std::string> lines = tests::lines_of(game.board());
        const int by_area = lead_in(lines, Scoring::area, game.board());
        const int by_majority = lead_in(lines, Scoring::majority, game.board());
        ASSERT_EQ(area(game.board()).margin_halves(), 2 * by_area) << draw(game.board());
        ASSERT_EQ(majority(game.board(), 13).margin_halves(), 2 * by_majority - 13) << draw(game.board());
        differences += by_area != by_majority;
      }
    }
  }
  EXPECT_GT(differences, 100) << "or else the two are not told apart";
}

TEST(GoScoring, TellsWhoOwnsEmptyPoints) {
  const Board board = go_board({".XO", "XXO", "X.O"});
  const auto owners = area_owners(board);
  EXPECT_EQ(owners[board.at(2, 0)], Color::black);
  EXPECT_EQ(owners[board.at(0, 1)], Color::empty);
}

TEST(GoScoring, SettledMeansNoRegionTouchesBoth) {
  EXPECT_TRUE(is_settled(Board(3)));
  EXPECT_TRUE(is_settled(go_board({".X.", "XX.", "..."})));
  EXPECT_FALSE(is_settled(go_board({".X.", "XX.", "..O"})));
  EXPECT_FALSE(is_settled(go_board({".XO", "XXO", "X.O"})));
  // No single point touches both, but the region does.
  EXPECT_FALSE(is_settled(go_board({"X..O", "X..O", "X..O", "X..O"})));
}

// Points, komi and boards as text.

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
