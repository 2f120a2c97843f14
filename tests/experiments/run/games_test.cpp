// Slices of the sequence of all games: shards follow one another without a gap and cost the same.
// Label: threads
#include "experiments/run/report.hpp"
#include "tests/support/order_experiment.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using tests::OrderExperiment;

TEST(Slice, ShardsFollowOneAnotherAndCostTheSame) {
  for (const std::uint64_t games : {1, 7, 1000})
    for (const std::uint64_t count : {1, 2, 3, 5, 40}) {
      const OrderExperiment experiment(5, games);
      std::vector<std::uint64_t> sizes;
      std::vector<std::uint64_t> next(5, 0);
      for (std::uint64_t number = 1; number <= count; ++number) {
        const Slice slice = slice_of(experiment, {number, count});
        std::uint64_t size = 0;
        for (std::size_t board = 0; board < 5; ++board) {
          const GameRange range = slice.range_of(board, games);
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
TEST(Slice, ShardsCostTheSameWhereGamesDoNot) {
  OrderExperiment experiment(4, 1000);
  experiment.costs = {1, 40, 0.2, 7};  // 0.2 counts as 1
  const double all = 1000 * (1 + 40 + 1 + 7);
  for (const std::uint64_t count : {2, 3, 7, 100}) {
    for (std::uint64_t number = 1; number <= count; ++number) {
      const Slice slice = slice_of(experiment, {number, count});
      double cost = 0;
      for (std::size_t board = 0; board < 4; ++board)
        cost +=
            static_cast<double>(slice.range_of(board, 1000).size()) * std::max(experiment.costs[board], 1.0);
      EXPECT_NEAR(cost, all / static_cast<double>(count), 40) << number << " of " << count;
    }
  }
}

// The largest experiments: 10^6 cases of 10^12 games that cost 2^24 each overflow 64 bits.
TEST(Slice, DoesNotOverflow) {
  OrderExperiment experiment(1000, 1'000'000'000'000);
  experiment.costs.assign(1000, 1 << 24);
  GamePlace end{};
  for (const std::uint64_t number : {1ULL, 2ULL, 500'000ULL, 999'999ULL, 1'000'000ULL}) {
    const Slice slice = slice_of(experiment, {number, kMaxShards});
    if (number == 2) {
      EXPECT_EQ(slice.begin, end);
    }
    end = slice.end;
    // 10^15 games in 10^6 shards.
    EXPECT_EQ(slice.begin, (GamePlace{(number - 1) / 1000, (number - 1) % 1000 * 1'000'000'000})) << number;
    EXPECT_EQ(slice.end, (GamePlace{number / 1000, number % 1000 * 1'000'000'000})) << number;
  }
  EXPECT_EQ(end, (GamePlace{1000, 0}));
}

TEST(Slice, HoldsTheGamesBetweenItsPlaces) {
  EXPECT_EQ(Slice{}.range_of(0, 7), (GameRange{0, 7}));
  EXPECT_EQ(Slice{}.range_of(123'456, 7), (GameRange{0, 7}));
  const Slice amid{{1, 3}, {1, 5}};
  EXPECT_EQ(amid.range_of(0, 7).size(), 0U);
  EXPECT_EQ(amid.range_of(1, 7), (GameRange{3, 5}));
  EXPECT_EQ(amid.range_of(1, 4), (GameRange{3, 4})) << "of a case with fewer games";
  EXPECT_EQ(amid.range_of(1, 2).size(), 0U);
  EXPECT_EQ(amid.range_of(2, 7).size(), 0U);
  const Slice across{{1, 3}, {3, 2}};
  EXPECT_EQ(across.range_of(1, 7), (GameRange{3, 7}));
  EXPECT_EQ(across.range_of(2, 7), (GameRange{0, 7}));
  EXPECT_EQ(across.range_of(3, 7), (GameRange{0, 2}));
  EXPECT_TRUE((Shard{1, 1}).is_whole());
  EXPECT_FALSE((Shard{1, 2}).is_whole());
}

// More shards than games: some are empty, and none has a game that another has.
TEST(Slice, ShardsMayBeEmpty) {
  const OrderExperiment experiment(2, 2);
  std::uint64_t games = 0;
  for (std::uint64_t number = 1; number <= 9; ++number) {
    const Slice slice = slice_of(experiment, {number, 9});
    for (std::size_t board = 0; board < 2; ++board) games += slice.range_of(board, 2).size();
    EXPECT_LE(slice.begin, slice.end);
  }
  EXPECT_EQ(games, 4U);
}

}  // namespace
}  // namespace sapper::experiments
