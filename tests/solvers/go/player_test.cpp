// The players: legal moves, no own eyes filled, the same choice from the same stream, and the best move where it is
// known.
#include "solvers/go/player.hpp"

#include "sim/go/scoring.hpp"
#include "tests/support/go_boards.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/statistics.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers::go {
namespace {

using sim::go::Board;
using sim::go::Color;
using sim::go::Game;
using sim::go::GameEnd;
using sim::go::kPass;
using sim::go::Point;
using sim::go::Rules;
using sim::go::Verdict;
using tests::go_board;

sim::Stream stream_of(std::uint64_t game) { return {{2026, 0, game}, sim::StreamPurpose::playout}; }

// Plays a game to its end, or a cap; every move must be legal. Returns the game.
Game play_game(const Rules& rules, Player& black, Player& white, std::uint64_t number,
               Passing passing = Passing::free) {
  Game game(rules);
  sim::Stream stream = stream_of(number);
  const std::size_t cap = 20 * game.board().point_count();
  while (!game.is_over() && game.moves().size() < cap) {
    Player& player = game.to_move() == Color::black ? black : white;
    const Point point = player.choose(game, stream, passing);
    if (point != kPass) {
      EXPECT_FALSE(game.board().is_own_eye(point, game.to_move()));
    }
    const Verdict verdict = game.play(point);
    EXPECT_EQ(verdict, Verdict::legal) << name_of(verdict);
    if (verdict != Verdict::legal) break;
  }
  return game;
}

TEST(GoPlayers, MakeLegalMovesAndFillNoEyes) {
  for (const PlayerEntry& entry : players()) {
    const auto player = PlayerChoice(entry, 30).make();
    for (const int size : {1, 2, 3, 4, 5, 9}) {
      for (std::uint64_t number = 0; number < 10; ++number) {
        for (const GameEnd end : {GameEnd::settled, GameEnd::passes})
          play_game({.size = size, .end = end}, *player, *player, number);
      }
    }
  }
}

TEST(GoPlayers, ChooseTheSameFromTheSameStream) {
  for (const PlayerEntry& entry : players()) {
    const auto used = PlayerChoice(entry, 100).make();
    const auto moves_of = [](const Game& game) {
      return std::vector<sim::go::Move>(game.moves().begin(), game.moves().end());
    };
    const auto first = moves_of(play_game({.size = 5}, *used, *used, 1));
    const auto fresh = PlayerChoice(entry, 100).make();
    EXPECT_EQ(moves_of(play_game({.size = 5}, *fresh, *fresh, 1)), first);
    EXPECT_EQ(moves_of(play_game({.size = 5}, *used, *used, 1)), first);
    EXPECT_NE(moves_of(play_game({.size = 5}, *used, *used, 2)), first);
  }
}

TEST(GoUct, TakesWhatDecidesTheGame) {
  // White's row has one liberty, C4, where it cannot escape; capturing at C1 saves it.
  Game game({.size = 5, .komi_halves = 1, .end = GameEnd::passes});
  const std::vector<std::string> lines{".X.XX", "XX.XX", "OOOOO", "XXXXX", "XX.XX"};
  const Board drawn = tests::go_board(lines);
  const Board empty(5);
  for (const Color color : {Color::black, Color::white}) {
    for (const Point point : empty.empty_points()) {
      if (drawn.color(point) != color) continue;
      game.set_to_move(color);
      ASSERT_EQ(game.play(point), Verdict::legal);
    }
  }
  ASSERT_EQ(tests::lines_of(game.board()), lines);
  game.set_to_move(Color::white);
  UctPlayer player({.playouts = 300});
  sim::Stream stream = stream_of(0);
  EXPECT_EQ(to_text(game.board(), player.choose(game, stream, Passing::free)), "C1");
}

TEST(GoUct, PassesToWinAndNotToLose) {
  // White, one stone behind, has passed: the komi decides whether Black wins by passing too.
  for (const int komi_halves : {1, 3}) {
    Game game({.size = 3, .komi_halves = komi_halves, .end = GameEnd::passes});
    tests::play_all(game, "B2 C3 A1 pass");
    UctPlayer player({.playouts = 2000});
    sim::Stream stream = stream_of(3);
    const Point point = player.choose(game, stream, Passing::free);
    EXPECT_EQ(point == kPass, komi_halves == 1);
    EXPECT_NE(player.choose(game, stream, Passing::last_resort), kPass);
  }
}

// On 3 x 3 the first move in the centre wins all nine points (J. Tromp).
TEST(GoUct, OpensSmallBoardsInTheCentre) {
  Game game({.size = 3, .komi_halves = 17, .end = GameEnd::passes});
  UctPlayer player({.playouts = 3000});
  sim::Stream stream = stream_of(5);
  EXPECT_EQ(to_text(game.board(), player.choose(game, stream, Passing::free)), "B2");
}

TEST(GoUct, BeatsTheRandomPlayer) {
  SAPPER_LONG_TEST();
  UctPlayer uct({.playouts = 100});
  RandomPlayer random;
  int wins = 0;
  constexpr int kGames = 40;
  for (std::uint64_t number = 0; number < kGames; ++number) {
    const bool is_black = number % 2 == 0;
    const Game game = is_black ? play_game({.size = 7}, uct, random, number)
                               : play_game({.size = 7, .komi_halves = -15}, random, uct, number);
    wins += game.winner() == (is_black ? Color::black : Color::white);
  }
  EXPECT_GE(wins, 38);
}

TEST(GoUct, LogarithmsAreExact) {
  for (std::uint32_t number = 1; number < 100'000; number += 1 + number / 50)
    EXPECT_NEAR(natural_log(number), std::log(number), 1e-14 * (1 + std::log(number)));
  EXPECT_EQ(natural_log(1), 0);
}

// Random playouts: which points are drawn, and where a playout ends.

// The frequency of each point; also checks that drawing does not change the board.
std::map<std::string, std::uint64_t> drawn_points(const Board& start, Color color, std::uint64_t draws) {
  sim::Stream stream({2026, 9, 1}, sim::StreamPurpose::playout);
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
  EXPECT_TRUE(is_eye({".....", ".XXO.", ".X.X.", ".XXX.", "....."}, "C3"))
      << "one diagonal of four may be the enemy's";
  EXPECT_FALSE(is_eye({".....", ".XXO.", ".X.X.", ".XXO.", "....."}, "C3"));
  EXPECT_FALSE(is_eye({"XXX", "X..", "XXX"}, "B2"));
  EXPECT_FALSE(is_eye({"XOX", "X.X", "XXX"}, "B2"));
  EXPECT_TRUE(is_eye({".XX", "XXX", "XXX"}, "A3"));
  EXPECT_FALSE(is_eye({".X..", "XO..", "X...", "...."}, "A4")) << "in the corner the only diagonal counts";
  EXPECT_FALSE(is_eye({"X.X.", "XXO.", "XXX.", "...."}, "B4")) << "at the edge one diagonal is too many";
  EXPECT_TRUE(is_eye({"X.X.", "XXX.", "O.X.", "...."}, "B4"));
}

// After a playout neither side has a point left to play, and the regions are single points.
TEST(GoPlayout, EndsWhenNeitherSideCanPlay) {
  for (const int size : {2, 3, 5, 9, 13, 19, 25}) {
    std::uint64_t capped = 0;
    const std::uint64_t games = 200;
    for (std::uint64_t game = 0; game < games; ++game) {
      sim::Stream stream({7, static_cast<std::uint64_t>(size), game}, sim::StreamPurpose::playout);
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
    sim::Stream stream({3, 9, game}, sim::StreamPurpose::playout);
    Board board(9);
    play_out(board, Color::black, stream);
    return tests::lines_of(board);
  };
  EXPECT_EQ(play(1), play(1));
  EXPECT_NE(play(1), play(2));
}

}  // namespace
}  // namespace sapper::solvers::go
