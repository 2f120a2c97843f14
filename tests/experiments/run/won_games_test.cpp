// Who won which games, against lists of truth values.
// Label: threads
#include "experiments/run/won_games.hpp"

#include <random>

#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using Games = std::vector<std::vector<bool>>;  // [player][game]

WonGames won_games_of(const Games& games, std::size_t first, std::size_t last) {
  WonGames won;
  won.start(games.size(), last - first);
  for (std::size_t player = 0; player < games.size(); ++player)
    for (std::size_t game = first; game < last; ++game)
      if (games[player][game]) won.set(player, game - first);
  return won;
}

TEST(WonGames, AreTheSameFromAnyParts) {
  std::mt19937_64 random(39);
  for (int round = 0; round < 200; ++round) {
    const std::size_t count = random() % 400;
    Games games(3, std::vector<bool>(count));
    for (auto& of_player : games)
      for (std::size_t game = 0; game < count; ++game) of_player[game] = random() % 3 == 0;
    WonGames joined = won_games_of(games, 0, 0);
    for (std::size_t first = 0; first < count;) {
      const std::size_t last = std::min<std::size_t>(count, first + 1 + random() % 100);
      joined.append(won_games_of(games, first, last));
      first = last;
    }
    ASSERT_EQ(joined.game_count(), count);
    const std::vector<std::string> texts = joined.texts();
    ASSERT_EQ(texts, won_games_of(games, 0, count).texts());
    const auto read = WonGames::of_texts(texts, count);
    ASSERT_TRUE(read);
    std::size_t both = 0;
    const std::size_t few = count / 2;
    for (std::size_t game = 0; game < count; ++game) {
      for (std::size_t player = 0; player < 3; ++player)
        ASSERT_EQ(read->has(player, game), games[player][game]) << player << ", game " << game;
      both += game < few && games[0][game] && games[2][game] ? 1 : 0;
    }
    ASSERT_EQ(WonGames::both_won(read->words(0), read->words(2), few), both);
  }
}

// The text is what data/reports.md describes for other programs.
TEST(WonGames, AreBitsOfBytesInBase64) {
  WonGames won;
  won.start(2, 10);
  for (const std::uint64_t game : {0, 3, 9}) won.set(0, game);
  EXPECT_EQ(won.texts(), (std::vector<std::string>{"CQI=", "AAA="})) << "the bytes 9 and 2";
  const auto is_read = [](const std::string& text, std::uint64_t games) {
    return WonGames::of_texts(std::vector{text}, games).has_value();
  };
  EXPECT_TRUE(is_read("CQI=", 10));
  EXPECT_FALSE(is_read("CQI=", 9)) << "game 9 was won, but there are 9 games";
  EXPECT_FALSE(is_read("CQI=", 17)) << "too few bytes";
  EXPECT_FALSE(is_read("CQ", 8)) << "not base64";
  for (const std::uint64_t games : {std::uint64_t{1} << 62, ~std::uint64_t{0}})
    for (const char* const text : {"", "CQI="})
      EXPECT_FALSE(is_read(text, games)) << "more than any memory holds";
}

TEST(WonGames, AreUnknownOnceSomeAre) {
  WonGames won;
  won.start(2, 10);
  won.append(WonGames());
  EXPECT_FALSE(won.is_known());
  WonGames next;
  next.start(2, 10);
  won.append(next);
  EXPECT_FALSE(won.is_known());
}

}  // namespace
}  // namespace sapper::experiments
