// Stopping early, simulated with fixed seeds: how often intervals that a stop rule ended cover the truth, and how
// often the sequential test errs. Games are drawn, not played: only the counts matter.
#include <gtest/gtest.h>

#include <random>

#include "experiments/engine/driver.hpp"
#include "experiments/engine/sprt.hpp"
#include "experiments/engine/statistics.hpp"

namespace sapper::experiments {
namespace {

using Random = std::mt19937_64;

std::uint64_t draw(Random& random, std::uint64_t trials, double probability) {
  return std::binomial_distribution<std::uint64_t>(trials, probability)(random);
}

// The interval that the stop rule ends with, of a player who wins at this rate.
Interval stopped_interval(const StopRule& stop, double win_rate, Random& random) {
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  for (;;) {
    const std::uint64_t look = next_look(stop, games);
    wins += draw(random, look - games, win_rate);
    games = look;
    const Interval interval = wilson_95(wins, games);
    if (interval.half_width() <= stop.half_width) return interval;
  }
}

// Wilson's own coverage swings a little around 95 % by the rate and the number of games; of 4,000 runs one
// standard error is 0.35 %.
TEST(StoppedInterval, CoversTheRateInNineteenOfTwentyRuns) {
  constexpr int kRuns = 4000;
  Random random(1);
  for (const double half_width : {0.02, 0.01})
    for (const double win_rate : {0.05, 0.2, 0.5, 0.85}) {
      StopRule stop;
      stop.half_width = half_width;
      int covered = 0;
      for (int run = 0; run < kRuns; ++run) {
        const Interval interval = stopped_interval(stop, win_rate, random);
        covered += interval.low <= win_rate && win_rate <= interval.high;
      }
      EXPECT_NEAR(covered / double{kRuns}, 0.95, 0.015) << half_width << ", " << win_rate;
    }
}

struct TestRun {
  Hypothesis accepted;
  std::uint64_t games;
};
// Players of whom in a share `discordant` of the games exactly one wins, a more often by `difference`.
TestRun run_test(const Sprt& sprt, double difference, double discordant, Random& random) {
  const double p_a = (discordant + difference) / 2;
  const double p_b = (discordant - difference) / 2;
  PairedCounts counts;
  const StopRule stop;
  for (;;) {
    const std::uint64_t look = next_look(stop, counts.games);
    const std::uint64_t only_a = draw(random, look - counts.games, p_a);
    counts.only_a += only_a;
    counts.only_b += draw(random, look - counts.games - only_a, p_b / (1 - p_a));
    counts.games = look;
    if (const auto hypothesis = accepted(sprt, counts)) return {*hypothesis, counts.games};
  }
}

TEST(SequentialTest, ErrsNoMoreOftenThanItSays) {
  constexpr int kRuns = 1000;
  Random random(2);
  for (const auto& [alpha, beta] : {std::pair(0.05, 0.05), std::pair(0.02, 0.1)})
    for (const auto& [d0, d1] : {std::pair(0.0, 0.01), std::pair(-0.01, 0.01), std::pair(0.01, 0.03)})
      for (const double discordant : {0.05, 0.3}) {
        const Sprt sprt{"a", "b", d0, d1, alpha, beta};
        int false_d1 = 0;
        int false_d0 = 0;
        for (int run = 0; run < kRuns; ++run) {
          false_d1 += run_test(sprt, d0, discordant, random).accepted == Hypothesis::d1;
          false_d0 += run_test(sprt, d1, discordant, random).accepted == Hypothesis::d0;
        }
        // Three standard errors above.
        EXPECT_LE(false_d1, kRuns * alpha + 3 * std::sqrt(kRuns * alpha))
            << d0 << ", " << d1 << ", " << discordant;
        EXPECT_LE(false_d0, kRuns * beta + 3 * std::sqrt(kRuns * beta))
            << d0 << ", " << d1 << ", " << discordant;
      }
}

// The reason to test sequentially: a difference far from the middle of d0 and d1 is told from few games. A test
// with the same errors and a fixed number of games takes (2 x 1.645)^2 x variance / (d1 - d0)^2, here 32,000.
TEST(SequentialTest, NeedsFewerGamesThanAFixedNumber) {
  Random random(3);
  const Sprt sprt{"a", "b", 0, 0.01};
  double games = 0;
  for (int run = 0; run < 200; ++run)
    games += static_cast<double>(run_test(sprt, 0.01, 0.3, random).games) / 200;
  EXPECT_LT(games, 24'000);
  EXPECT_GT(games, 10'000);
}

TEST(SequentialTest, IsTheRatioOfNormalLikelihoods) {
  const Sprt sprt{"a", "b", -0.01, 0.03};
  // Mean 0.02 over 998 games: variance (60 + 1) / 1000 - 0.01998^2 with the counts made larger by one half each.
  const PairedCounts counts{998, 400, 40, 20};
  const double variance = 61.0 / 1000 - 0.02 * 0.02;
  const auto log_density = [&](double mean) {
    const double distance = 20.0 / 998 - mean;
    return -998 * distance * distance / (2 * variance);
  };
  EXPECT_NEAR(log_likelihood_ratio(sprt, counts), log_density(0.03) - log_density(-0.01), 1e-9);
  EXPECT_EQ(log_likelihood_ratio(sprt, {}), 0);
  EXPECT_EQ(accepted(sprt, {}), std::nullopt);
}

}  // namespace
}  // namespace sapper::experiments
