// Intervals of the time of a game, from batches of games.
#include "experiments/kinds/paired/batch_times.hpp"

#include <random>

#include "tests/support/case_count.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

// Log-normal times of games, with a standard deviation of 1.5 times the mean, in batches that grow as a run's chunks do.
TEST(BatchTimes, IntervalsHoldTheirLevel) {
  constexpr double kSigma = 1.0857, kMean_ns = 40'000;
  const int trials = tests::case_count(1500);
  int held = 0;
  std::mt19937_64 random(11);
  std::lognormal_distribution<double> game_ns(std::log(kMean_ns) - kSigma * kSigma / 2, kSigma);
  for (int trial = 0; trial < trials; ++trial) {
    BatchTimes batches;
    std::uint64_t all_ns = 0, games = 0;
    for (int batch = 0; batch < 16; ++batch) {
      const std::uint64_t size = std::min<std::uint64_t>(128, std::uint64_t{1} << batch);
      double ns = 0;
      for (std::uint64_t i = 0; i < size; ++i) ns += game_ns(random);
      batches.add(static_cast<std::uint64_t>(ns), size);
      all_ns += static_cast<std::uint64_t>(ns);
      games += size;
    }
    const auto error = batches.error(all_ns, games);
    ASSERT_TRUE(error);
    const MeanTime time{static_cast<double>(all_ns) * 1e-9 / static_cast<double>(games), error};
    const Interval interval = *time.interval();
    held += interval.low <= kMean_ns * 1e-9 && kMean_ns * 1e-9 <= interval.high;
  }
  // A share of 1,500 has a standard error of 0.006; skewed times of few games cost some of the level.
  EXPECT_GE(held, 0.91 * trials);
  EXPECT_LE(held, 0.985 * trials);
}

TEST(BatchTimes, IsUnknownForFewBatchesAndForGamesOutsideOfThem) {
  BatchTimes batches;
  batches.add(100, 0);
  for (int i = 0; i < 5; ++i) batches.add(1000, 10);
  EXPECT_FALSE(batches.error(5000, 50));
  batches.add(1000, 10);
  ASSERT_TRUE(batches.error(6000, 60));
  EXPECT_NEAR(batches.error(6000, 60)->value, 0, 1e-9) << "all alike";
  EXPECT_FALSE(batches.error(6000, 61)) << "one game was played by an earlier version";
}

}  // namespace
}  // namespace sapper::experiments
