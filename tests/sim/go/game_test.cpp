// Turns, illegal moves, superko, the end of the game, undo.
#include "sim/go/game.hpp"

#include "sim/random/stream.hpp"
#include "tests/support/go_boards.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim::go {
namespace {

using tests::go_point;
using tests::lines_of;
using tests::play_all;
using Lines = std::vector<std::string>;

Game game_of(int size, GameEnd end = GameEnd::passes) { return Game({.size = size, .end = end}); }

TEST(GoGame, RefusesWhatIsNoMove) {
  Game game = game_of(5);
  play_all(game, "C3");
  const Board& board = game.board();
  EXPECT_EQ(game.play(Color::black, go_point(board, "A1")), Verdict::out_of_turn);
  EXPECT_EQ(game.play(go_point(board, "C3")), Verdict::occupied);
  EXPECT_EQ(game.play(kNoPoint), Verdict::off_board);
  EXPECT_EQ(game.play(static_cast<Point>(board.site_count())), Verdict::off_board);
  EXPECT_EQ(game.moves().size(), 1U);
  EXPECT_EQ(game.to_move(), Color::white);
  play_all(game, "pass pass");
  EXPECT_EQ(game.play(go_point(board, "A1")), Verdict::game_over);
}

TEST(GoGame, RefusesSuicideOfOneAndOfMany) {
  Game game = game_of(3);
  play_all(game, "A2 C3 B1 C2");
  EXPECT_EQ(game.verdict(Color::black, go_point(game.board(), "A1")), Verdict::legal);
  play_all(game, "pass");
  EXPECT_EQ(game.verdict(Color::white, go_point(game.board(), "A1")), Verdict::suicide);

  // White's A1 and B1 would be left without a liberty.
  Game many = game_of(3);
  play_all(many, "A2 A1 B2 pass C1");
  EXPECT_EQ(many.verdict(Color::white, go_point(many.board(), "B1")), Verdict::suicide);
}

TEST(GoGame, TakesSeveralChainsAtOnceAndCountsThem) {
  Game game = game_of(3);
  // White's stones at A1 and C1 and the one at B2 each have B1 as their last liberty.
  play_all(game, "A2 A1 C2 C1 B3 B2");
  EXPECT_EQ(lines_of(game.board()), (Lines{".X.", "XOX", "O.O"}));
  play_all(game, "B1");
  EXPECT_EQ(lines_of(game.board()), (Lines{".X.", "X.X", ".X."}));
  EXPECT_EQ(game.board().captures(Color::black), 3U);
  EXPECT_EQ(game.board().captures(Color::white), 0U);
}

TEST(GoGame, RefusesTheSimpleKo) {
  Game game = game_of(4);
  play_all(game, "B3 C3 A2 D2 B1 C1 C2 B2");
  EXPECT_EQ(lines_of(game.board()), (Lines{"....", ".XO.", "XO.O", ".XO."}));
  EXPECT_EQ(game.verdict(Color::black, go_point(game.board(), "C2")), Verdict::superko);
  EXPECT_EQ(game.board().ko(), go_point(game.board(), "C2"));
  play_all(game, "A4 D4");  // elsewhere first
  EXPECT_EQ(game.verdict(Color::black, go_point(game.board(), "C2")), Verdict::legal);
  EXPECT_EQ(game.board().ko(), kNoPoint);
}

// White adds a second stone, Black captures both, White would recapture one: that would repeat the position.
TEST(GoGame, RefusesToSendTwoAndReturnOne) {
  Game game = game_of(4);
  play_all(game, "A2 B1 B2 C2 D4 D1 pass");
  EXPECT_EQ(lines_of(game.board()), (Lines{"...X", "....", "XXO.", ".O.O"}));
  play_all(game, "A1 C1");
  EXPECT_EQ(lines_of(game.board()), (Lines{"...X", "....", "XXO.", "..XO"}));
  EXPECT_EQ(game.board().captures(Color::black), 2U);
  EXPECT_EQ(game.board().ko(), kNoPoint) << "no simple ko forbids it";
  EXPECT_EQ(game.play(go_point(game.board(), "B1")), Verdict::superko);
  // One more stone on the board makes it another position.
  play_all(game, "A4 D3");
  EXPECT_EQ(game.verdict(Color::white, go_point(game.board(), "B1")), Verdict::legal);
}

// Three kos at once: each side takes in the next one, and the sixth taking would repeat the first position.
TEST(GoGame, RefusesTheTripleKosSixthTaking) {
  Game game = game_of(9);
  // Three kos in rows of their own, lines 1-2 being a row's two lines:
  //   . X O .      with the ko's points B and C on the lower line between X at A and O at D.
  const auto stone = [&](Color color, std::string_view point) {
    game.set_to_move(color);
    ASSERT_EQ(game.play(go_point(game.board(), point)), Verdict::legal) << point;
  };
  for (const int line : {2, 5, 8}) {
    const auto at = [&](char letter, int offset) { return letter + std::to_string(line + offset); };
    for (const auto& point : {at('C', 1), at('C', -1), at('B', 0)}) stone(Color::black, point);
    for (const auto& point : {at('D', 1), at('D', -1), at('E', 0)}) stone(Color::white, point);
  }
  stone(Color::black, "D2");  // the first ko is Black's: White may take at C2
  stone(Color::white, "C5");  // the others are White's
  stone(Color::black, "D8");
  // White takes the first, Black the second, White the third, and round again.
  const std::array<std::string_view, 6> takings{"C2", "D5", "C8", "D2", "C5", "D8"};
  for (std::size_t i = 0; i < takings.size(); ++i) {
    const Color color = i % 2 == 0 ? Color::white : Color::black;
    const Verdict verdict = game.verdict(color, go_point(game.board(), takings[i]));
    if (i + 1 < takings.size()) {
      ASSERT_EQ(verdict, Verdict::legal) << takings[i] << '\n' << draw(game.board());
      game.play(go_point(game.board(), takings[i]));
    } else {
      EXPECT_EQ(verdict, Verdict::superko);
      EXPECT_EQ(game.board().ko(), go_point(game.board(), "D5")) << "no simple ko forbids the sixth";
    }
  }
}

TEST(GoGame, EndsByTwoPassesInSuccession) {
  Game game = game_of(3);
  play_all(game, "pass B2 pass");
  EXPECT_FALSE(game.is_over());
  play_all(game, "pass");
  EXPECT_EQ(game.ending(), Ending::passes);
  game.reopen();
  EXPECT_FALSE(game.is_over());
}

TEST(GoGame, EndsWhenNoRegionTouchesBothColours) {
  Game game = game_of(4, GameEnd::settled);
  play_all(game, "B2");
  EXPECT_FALSE(game.is_over()) << "one side's stones settle nothing";
  play_all(game, "C1 B1 C2 B3 C3 B4");
  EXPECT_FALSE(game.is_over()) << "C4 touches both";
  play_all(game, "C4");
  EXPECT_EQ(lines_of(game.board()), (Lines{".XO.", ".XO.", ".XO.", ".XO."}));
  EXPECT_EQ(game.ending(), Ending::settled);

  Game passes = game_of(4, GameEnd::passes);
  play_all(passes, "B2 C1 B1 C2 B3 C3 B4 C4");
  EXPECT_FALSE(passes.is_over());
}

TEST(GoGame, ResigningLosesAllPoints) {
  Game game({.size = 5, .komi_halves = 15, .scoring = Scoring::area, .end = GameEnd::passes});
  play_all(game, "C3");
  EXPECT_EQ(game.winner(), Color::black);
  game.resign(Color::black);
  EXPECT_EQ(game.ending(), Ending::resignation);
  EXPECT_EQ(game.score(), (Score{0, 15}));
  EXPECT_EQ(game.winner(), Color::white);
  EXPECT_TRUE(game.undo());
  EXPECT_EQ(game.score(), (Score{50, 15}));

  // A side that resigns has lost, even against a side without stones.
  Game even({.size = 5, .komi_halves = 0});
  even.resign(Color::white);
  EXPECT_EQ(even.score(), (Score{0, 0}));
  EXPECT_EQ(even.winner(), Color::black);
}

TEST(GoGame, UndoAndReturnRestoreEverything) {
  const auto expect_same = [](const Game& a, const Game& b) {
    EXPECT_EQ(lines_of(a.board()), lines_of(b.board()));
    EXPECT_EQ(a.to_move(), b.to_move());
    EXPECT_EQ(a.ending(), b.ending());
    for (const Color color : {Color::black, Color::white})
      EXPECT_EQ(a.board().captures(color), b.board().captures(color));
    for (const Point point : a.board().empty_points())
      EXPECT_EQ(a.verdict(a.to_move(), point), b.verdict(b.to_move(), point));
    ASSERT_EQ(a.moves().size(), b.moves().size());
  };
  Stream choices({1, 2, 3}, StreamPurpose::playout);
  Game game = game_of(3);
  for (int round = 0; round < 300; ++round) {
    if (game.is_over() || round % 60 == 0) game.start();
    const Game before = game;
    tests::play_any(game, choices);
    Game undone = game;
    ASSERT_TRUE(undone.undo());
    expect_same(undone, before);
    const Game after = game;
    for (int i = 0; i < 5 && !game.is_over(); ++i) tests::play_any(game, choices);
    Game returned = game;
    returned.return_to(after);
    expect_same(returned, after);
    returned.return_to(before);
    expect_same(returned, before);
    game.return_to(after);
  }
  Game fresh = game_of(3);
  EXPECT_FALSE(fresh.undo());
}

TEST(GoHistory, GrowsForgetsAndKeepsRepeatedKeys) {
  PositionHistory history;
  const auto key = [](std::uint64_t number) { return PositionKey{number, number % 7}; };  // many in one slot
  for (std::uint64_t i = 0; i < 3000; ++i) history.add(key(i));
  history.add(key(17));
  history.remove_last();
  EXPECT_TRUE(history.contains(key(17)));
  for (std::uint64_t i = 0; i < 3000; ++i) ASSERT_TRUE(history.contains(key(i)));
  for (std::uint64_t i = 2999; i >= 1000; --i) history.remove_last();
  for (std::uint64_t i = 0; i < 3000; ++i) ASSERT_EQ(history.contains(key(i)), i < 1000);
  history.clear();
  EXPECT_EQ(history.count(), 0U);
  EXPECT_FALSE(history.contains(key(0)));
}

}  // namespace
}  // namespace sapper::sim::go
