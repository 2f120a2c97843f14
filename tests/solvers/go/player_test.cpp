// The players: legal moves, no own eyes filled, the same choice from the same stream, and the best move where it is
// known.
#include "solvers/go/player.hpp"

#include "solvers/go/uct_player.hpp"
#include "tests/support/go_boards.hpp"
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
using tests::go_point;

sim::Stream stream_of(std::uint64_t game) { return {{2026, 0, game}, sim::Purpose::playout}; }

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
  for (const PlayerKind kind : {PlayerKind::random, PlayerKind::uct}) {
    const auto player = make_player({.kind = kind, .playouts = 30});
    for (const int size : {1, 2, 3, 4, 5, 9}) {
      for (std::uint64_t number = 0; number < 10; ++number) {
        for (const GameEnd end : {GameEnd::settled, GameEnd::passes})
          play_game({.size = size, .end = end}, *player, *player, number);
      }
    }
  }
}

TEST(GoPlayers, ChooseTheSameFromTheSameStream) {
  for (const PlayerKind kind : {PlayerKind::random, PlayerKind::uct}) {
    const auto used = make_player({.kind = kind, .playouts = 100});
    const auto moves_of = [](const Game& game) {
      return std::vector<sim::go::Move>(game.moves().begin(), game.moves().end());
    };
    const auto first = moves_of(play_game({.size = 5}, *used, *used, 1));
    const auto fresh = make_player({.kind = kind, .playouts = 100});
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
  EXPECT_GT(player.expected_score(), 0.7);
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

}  // namespace
}  // namespace sapper::solvers::go
