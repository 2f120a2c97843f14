// Stopping early, simulated with fixed seeds: how often intervals that a stop rule ended cover the truth, and how
// often the sequential test errs. Games are drawn, not played: only the counts matter.
#include <random>

#include "experiments/run/driver.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/statistics.hpp"
#include "tests/support/test.hpp"

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
// Players of whom exactly one wins in a share `discordant` of the games, a more often by `difference`.
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
    if (const auto hypothesis = accepted(sprt, sample_of(counts))) return {*hypothesis, counts.games};
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

// The reason to test sequentially: a difference far from the middle of d0 and d1 is decided after few games. A test
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

// Two players who first make the same guess, with the same luck, in half of the games, and then independent ones; the
// shares of risky guesses differ. a's win rate minus b's is 0.2 x (share of b - share of a) x 0.85.
struct GuessingPlayers {
  double risky_share_a;
  double risky_share_b;
};
struct GuessedGame {
  std::array<double, 2> is_won{};
  std::array<double, 2> excess{};  // loss minus risks
};
GuessedGame guess(const GuessingPlayers& players, Random& random) {
  std::uniform_real_distribution<> uniform;
  constexpr double kFirstRisk = 0.3;
  const bool begins_with_guess = uniform(random) < 0.5;
  const bool is_first_lost = begins_with_guess && uniform(random) < kFirstRisk;
  GuessedGame game;
  for (std::size_t player = 0; player < 2; ++player) {
    double risk = begins_with_guess ? kFirstRisk : 0;
    bool is_lost = is_first_lost;
    if (!is_lost) {
      const double share = player == 0 ? players.risky_share_a : players.risky_share_b;
      const double second = uniform(random) < share ? 0.5 : 0.3;
      risk += second;
      is_lost = uniform(random) < second;
    }
    game.is_won[player] = is_lost ? 0 : 1;
    game.excess[player] = (is_lost ? 1 : 0) - risk;
  }
  return game;
}

TestRun run_adjusted_test(const Sprt& sprt, const GuessingPlayers& players, Random& random) {
  PairedCounts counts;
  ControlledMean difference;
  StopRule stop;
  stop.min_games = 500;
  for (;;) {
    for (const std::uint64_t look = next_look(stop, counts.games); counts.games < look; ++counts.games) {
      const GuessedGame game = guess(players, random);
      counts.only_a += game.is_won[0] > game.is_won[1];
      counts.only_b += game.is_won[1] > game.is_won[0];
      difference.add(game.is_won[0] - game.is_won[1], game.excess[0], game.excess[1]);
    }
    const SprtSample sample =
        sprt.is_adjusted ? adjusted_sample_of(counts, difference.estimate()) : sample_of(counts);
    if (const auto hypothesis = accepted(sprt, sample)) return {*hypothesis, counts.games};
  }
}

TEST(SequentialTest, ErrsNoMoreOftenWhenAdjustedAndNeedsFewerGames) {
  constexpr int kRuns = 400;
  Random random(4);
  const double alpha = 0.05;
  for (const auto& [d0, d1] : {std::pair(0.0, 0.034), std::pair(-0.017, 0.017)}) {
    int false_d1 = 0;
    int false_d0 = 0;
    std::array<double, 2> games{};  // plain, adjusted
    for (const bool is_adjusted : {false, true}) {
      const Sprt sprt{"a", "b", d0, d1, alpha, alpha, is_adjusted};
      // Here b's share is 0.5.
      const GuessingPlayers under_d0{0.5 - d0 / 0.17, 0.5};
      const GuessingPlayers under_d1{0.5 - d1 / 0.17, 0.5};
      for (int run = 0; run < (is_adjusted ? kRuns : kRuns / 4); ++run) {
        const TestRun at_d0 = run_adjusted_test(sprt, under_d0, random);
        const TestRun at_d1 = run_adjusted_test(sprt, under_d1, random);
        games[is_adjusted] += static_cast<double>(at_d0.games + at_d1.games) / (is_adjusted ? 4 : 1);
        if (!is_adjusted) continue;
        false_d1 += at_d0.accepted == Hypothesis::d1;
        false_d0 += at_d1.accepted == Hypothesis::d0;
      }
    }
    // Three standard errors above.
    EXPECT_LE(false_d1, kRuns * alpha + 3 * std::sqrt(kRuns * alpha)) << d0 << ", " << d1;
    EXPECT_LE(false_d0, kRuns * alpha + 3 * std::sqrt(kRuns * alpha)) << d0 << ", " << d1;
    EXPECT_LT(games[1], 0.8 * games[0]);
    RecordProperty("false", false_d1 + false_d0);
  }
}

TEST(SequentialTest, IsTheRatioOfNormalLikelihoods) {
  const Sprt sprt{"a", "b", -0.01, 0.03};
  // Mean 0.02 over 998 games: variance (60 + 1) / 1000 - 0.01998^2 with each count increased by one half.
  const PairedCounts counts{998, 400, 40, 20};
  const double variance = 61.0 / 1000 - 0.02 * 0.02;
  const auto log_density = [&](double mean) {
    const double distance = 20.0 / 998 - mean;
    return -998 * distance * distance / (2 * variance);
  };
  EXPECT_NEAR(log_likelihood_ratio(sprt, sample_of(counts)), log_density(0.03) - log_density(-0.01), 1e-9);
  EXPECT_EQ(log_likelihood_ratio(sprt, sample_of({})), 0);
  EXPECT_EQ(accepted(sprt, sample_of({})), std::nullopt);
}

}  // namespace
}  // namespace sapper::experiments
