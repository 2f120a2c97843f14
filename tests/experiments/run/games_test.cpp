// Sets of games: their arithmetic against sets of single games; shards follow one another without a gap and cost the same.
// Label: threads
#include <algorithm>
#include <random>
#include <set>

#include "experiments/run/chunk.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/shard.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/order_experiment.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using tests::OrderExperiment;

TEST(GameSet, JoinsRangesThatTouch) {
  GameSet games(2, {3, 5});
  games.append(2, {5, 5});
  games.append(2, {5, 7});
  games.append(2, {8, 9});
  games.append(4, {0, 1});
  EXPECT_EQ(games.ranges().size(), 3U);
  EXPECT_EQ(games.range_of(2), (GameRange{3, 7}));
  EXPECT_EQ(games.of_case(2).size(), 2U);
  EXPECT_EQ(games.range_of(3), GameRange{});
  EXPECT_EQ(games.size(), 6U);
  EXPECT_EQ(games.case_end(), 5U);
  EXPECT_TRUE(GameSet(2, {3, 3}).empty());
  EXPECT_THROW(games.append(4, {0, 1}), std::logic_error);
  EXPECT_THROW(games.append(3, {0, 1}), std::logic_error);
}

// The same sets, game by game.
using SingleGames = std::set<std::pair<std::size_t, std::uint64_t>>;

SingleGames single_games(const GameSet& set) {
  SingleGames games;
  std::size_t before = 0;
  for (const GameSet::Range& range : set.ranges()) {
    EXPECT_GT(range.games.size(), 0U);
    for (std::uint64_t game = range.games.first; game < range.games.last; ++game)
      games.insert({range.case_number, game});
    EXPECT_GE(games.size(), before + range.games.size());
    before = games.size();
  }
  EXPECT_EQ(games.size(), set.size());
  return games;
}

TEST(GameSet, AddsAndSubtractsAsSetsOfGamesDo) {
  std::mt19937_64 random(7);
  const auto some_games = [&] {
    GameSet games;
    for (std::size_t number = 0; number < 4; ++number)
      for (std::uint64_t game = random() % 6; game < 12; game += 1 + random() % 5) {
        const std::uint64_t last = std::min<std::uint64_t>(12, game + random() % 4);
        games.append(number, {game, last});
        game = last;
      }
    return games;
  };
  for (int i = 0; i < tests::case_count(2000); ++i) {
    const GameSet a = some_games(), b = some_games();
    const SingleGames in_a = single_games(a), in_b = single_games(b);
    SingleGames sum = in_a, rest, both;
    sum.insert(in_b.begin(), in_b.end());
    std::ranges::set_difference(in_a, in_b, std::inserter(rest, rest.end()));
    std::ranges::set_intersection(in_a, in_b, std::inserter(both, both.end()));
    ASSERT_EQ(single_games(a.plus(b)), sum);
    ASSERT_EQ(single_games(a.minus(b)), rest);
    ASSERT_EQ(single_games(a.common(b)), both);
    // A set has one form.
    ASSERT_EQ(a.minus(b).plus(a.common(b)), a);
    ASSERT_EQ(a.plus(b), b.plus(a));
  }
}

// What a run plays is what its part lacks; parts that are played make the whole, with nothing missing and nothing twice.
TEST(GameSet, OfShardsAndReportsIsWhatIsMissing) {
  const OrderExperiment experiment(3, 100);
  const GameSet all = GameSet::all_of(experiment);
  EXPECT_EQ(all.size(), 300U);
  GameSet held;
  for (std::uint64_t number = 1; number <= 7; ++number) {
    const GameSet shard = games_of(experiment, {number, 7});
    EXPECT_TRUE(held.common(shard).empty());
    held = held.plus(shard);
  }
  EXPECT_EQ(held, all);
  EXPECT_EQ(all.minus(games_of(experiment, {2, 3})),
            games_of(experiment, {1, 3}).plus(games_of(experiment, {3, 3})));
  Report interrupted(experiment);
  TalliedGames played{0, {0, 40}, experiment.make_tally()};
  interrupted.add(played);
  EXPECT_EQ(all.minus(interrupted.games()).range_of(0), (GameRange{40, 100}));
}

TEST(Shards, FollowOneAnotherAndCostTheSame) {
  for (const std::uint64_t games : {1, 7, 1000})
    for (const std::uint64_t count : {1, 2, 3, 5, 40}) {
      const OrderExperiment experiment(5, games);
      std::vector<std::uint64_t> sizes;
      std::vector<std::uint64_t> next(5, 0);
      for (std::uint64_t number = 1; number <= count; ++number) {
        const GameSet shard = games_of(experiment, {number, count});
        std::uint64_t size = 0;
        for (std::size_t board = 0; board < 5; ++board) {
          const GameRange range = shard.range_of(board);
          if (range.size() == 0) continue;
          EXPECT_EQ(range.first, next[board]);
          next[board] = range.last;
          size += range.size();
        }
        sizes.push_back(size);
      }
      EXPECT_EQ(next, std::vector<std::uint64_t>(5, games)) << count;
      EXPECT_LE(*std::max_element(sizes.begin(), sizes.end()),
                *std::min_element(sizes.begin(), sizes.end()) + 1);
    }
}

// Costs are whole numbers of games' costs: a shard's differs from its share by at most the dearest game.
TEST(Shards, CostTheSameWhereGamesDoNot) {
  OrderExperiment experiment(4, 1000);
  experiment.costs = {1, 40, 0.2, 7};  // 0.2 counts as 1
  const double all = 1000 * (1 + 40 + 1 + 7);
  for (const std::uint64_t count : {2, 3, 7, 100}) {
    for (std::uint64_t number = 1; number <= count; ++number) {
      const GameSet shard = games_of(experiment, {number, count});
      double cost = 0;
      for (std::size_t board = 0; board < 4; ++board)
        cost += static_cast<double>(shard.range_of(board).size()) * std::max(experiment.costs[board], 1.0);
      EXPECT_NEAR(cost, all / static_cast<double>(count), 40) << number << " of " << count;
    }
  }
}

// The largest experiments: 10^6 cases of 10^12 games that cost 2^24 each overflow 64 bits.
TEST(Shards, DoNotOverflow) {
  OrderExperiment experiment(1000, 1'000'000'000'000);
  experiment.costs.assign(1000, 1 << 24);
  for (const std::uint64_t number : {1ULL, 2ULL, 500'000ULL, 999'999ULL, 1'000'000ULL}) {
    // 10^15 games in 10^6 shards.
    const std::uint64_t first = (number - 1) % 1000 * 1'000'000'000;
    EXPECT_EQ(games_of(experiment, {number, kMaxShards}),
              GameSet((number - 1) / 1000, {first, first + 1'000'000'000}))
        << number;
  }
}

TEST(GameSet, HoldsTheGamesBetweenTwoPlaces) {
  const OrderExperiment experiment(5, 7);
  EXPECT_EQ(GameSet::between(experiment, {1, 3}, {1, 5}), GameSet(1, {3, 5}));
  EXPECT_EQ(GameSet::between(experiment, {1, 3}, {1, 9}), GameSet(1, {3, 7})) << "cases have fewer games";
  EXPECT_TRUE(GameSet::between(experiment, {1, 9}, {2, 0}).empty());
  const GameSet across = GameSet::between(experiment, {1, 3}, {3, 2});
  EXPECT_TRUE(across.of_case(0).empty());
  EXPECT_EQ(across.range_of(1), (GameRange{3, 7}));
  EXPECT_EQ(across.range_of(2), (GameRange{0, 7}));
  EXPECT_EQ(across.range_of(3), (GameRange{0, 2}));
  EXPECT_TRUE(across.of_case(4).empty());
  EXPECT_TRUE((Shard{1, 1}).is_whole());
  EXPECT_FALSE((Shard{1, 2}).is_whole());
}

// More shards than games: some are empty, and none has a game that another has.
TEST(Shards, MayBeEmpty) {
  const OrderExperiment experiment(2, 2);
  std::uint64_t games = 0;
  for (std::uint64_t number = 1; number <= 9; ++number) games += games_of(experiment, {number, 9}).size();
  EXPECT_EQ(games, 4U);
}

}  // namespace
}  // namespace sapper::experiments
