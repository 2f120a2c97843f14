// Intervals are compared with published ones, and summed over all outcomes.
#include "experiments/stats/differences.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <random>

#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

void expect_agreement(const Difference& difference) {
  EXPECT_LE(difference.interval.low, difference.value + 1e-12);
  EXPECT_GE(difference.interval.high, difference.value - 1e-12);
  EXPECT_EQ(difference.p_value<0.05, difference.interval.low> 0 || difference.interval.high < 0)
      << difference.value << " [" << difference.interval.low << ", " << difference.interval.high << "] p "
      << difference.p_value;
}

// T. Tango 1998 as computed by M. W. Fagerland, S. Lydersen and P. Laake, "Recommended tests and confidence intervals
// for paired binomial proportions", Statistics in Medicine 33 (2014), for 1 and 7 discordant pairs of 21.
TEST(PairedDifference, EqualsAPublishedInterval) {
  const Difference difference = paired_difference(21, 1, 7);
  EXPECT_NEAR(difference.value, -0.286, 5e-4);
  EXPECT_NEAR(difference.interval.low, -0.517, 5e-4);
  EXPECT_NEAR(difference.interval.high, -0.026, 5e-4);
  EXPECT_NEAR(difference.p_value, 0.034, 5e-4);
}

TEST(PairedDifference, StaysWithinBoundsWhereNothingOrEverythingDiffers) {
  const Difference none = paired_difference(10, 0, 0);
  EXPECT_EQ(none.p_value, 1);
  EXPECT_NEAR(none.interval.high, 0.27753279986288926, 1e-9);  // as Wilson's interval of 0 of 10
  EXPECT_NEAR(none.interval.low, -none.interval.high, 1e-12);
  EXPECT_EQ(paired_difference(10, 10, 0).interval.high, 1);
  EXPECT_EQ(paired_difference(10, 0, 10).interval.low, -1);
  EXPECT_EQ(paired_difference(0, 0, 0).p_value, 1);
}

// R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine
// 17 (1998), table II, method 5.
TEST(IndependentDifference, EqualsPublishedIntervals) {
  const Difference difference = independent_difference(56.0 / 70, 70, 48.0 / 80, 80);
  EXPECT_NEAR(difference.value, 0.2, 1e-12);
  EXPECT_NEAR(difference.interval.low, 0.0533, 5e-5);
  EXPECT_NEAR(difference.interval.high, 0.3377, 5e-5);
  EXPECT_NEAR(difference.p_value, 0.008045081368, 1e-9);
  const Difference few = independent_difference(0.9, 10, 0.3, 10);
  EXPECT_NEAR(few.interval.low, 0.1821, 5e-5);
  EXPECT_NEAR(few.interval.high, 0.8370, 5e-5);
  EXPECT_EQ(independent_difference(1, 5, 1, 7).p_value, 1);
  EXPECT_EQ(independent_difference(0.5, 0, 1, 7).p_value, 1);
}

TEST(Differences, ExcludeZeroExactlyWhereTheTestRejects) {
  for (const std::uint64_t games : {60U, 100U, 100'000U})
    for (std::uint64_t a = 0; a <= 60; ++a)
      for (std::uint64_t b = 0; a + b <= 60; ++b) expect_agreement(paired_difference(games, a, b));
  for (const auto& [games_a, games_b] : {std::pair(9, 9), std::pair(30, 12)})
    for (int a = 0; a <= games_a; ++a)
      for (int b = 0; b <= games_b; ++b)
        expect_agreement(independent_difference(a / double(games_a), games_a, b / double(games_b), games_b));
  std::mt19937_64 random(1);
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t half = random() % 1'000'000;
    // A difference close to the test's threshold.
    const auto spread = static_cast<std::uint64_t>(1.96 * std::sqrt(2.0 * static_cast<double>(half)));
    const Difference paired = paired_difference(3'000'000, half + spread + random() % 3, half);
    expect_agreement(paired);
    const double share = static_cast<double>(half) / 1'000'000;
    expect_agreement(independent_difference(share + 1.96 * std::sqrt(2 * share * (1 - share) / 5e6) *
                                                        (0.999 + 0.001 * static_cast<double>(i % 3)),
                                            5e6, share, 5e6));
  }
}

// [successes] of the binomial distribution.
std::vector<double> probabilities(std::uint64_t trials, double probability) {
  const boost::math::binomial_distribution<> law(static_cast<double>(trials), probability);
  std::vector<double> all;
  for (std::uint64_t i = 0; i <= trials; ++i) all.push_back(pdf(law, static_cast<double>(i)));
  return all;
}

struct Coverage {
  double interval = 0;   // P(it contains the true difference)
  double rejection = 0;  // P(p < 0.05)

  void add(double probability, const Difference& difference, double truth) {
    if (difference.interval.low <= truth && truth <= difference.interval.high) interval += probability;
    if (difference.p_value < 0.05) rejection += probability;
  }
};

// Sums over all outcomes: no simulation, hence no false alarms.
TEST(PairedDifference, CoversTheTruthInNineteenOfTwentyRuns) {
  for (const std::uint64_t games : {40U, 160U}) {
    std::vector<std::vector<Difference>> all(games + 1);  // [discordant games][those that a won]
    for (std::uint64_t discordant = 0; discordant <= games; ++discordant)
      for (std::uint64_t a = 0; a <= discordant; ++a)
        all[discordant].push_back(paired_difference(games, a, discordant - a));
    for (const double share : {0.5, 0.6, 0.75, 0.95}) {  // of the discordant games that a wins
      std::vector<std::vector<double>> of_a;
      for (std::uint64_t discordant = 0; discordant <= games; ++discordant)
        of_a.push_back(probabilities(discordant, share));
      for (const double rate : {0.02, 0.05, 0.1, 0.2, 0.4, 0.7}) {  // of discordant games
        const std::vector<double> of_discordant = probabilities(games, rate);
        Coverage coverage;
        for (std::uint64_t discordant = 0; discordant <= games; ++discordant)
          for (std::uint64_t a = 0; a <= discordant; ++a)
            coverage.add(of_discordant[discordant] * of_a[discordant][a], all[discordant][a],
                         rate * (2 * share - 1));
        SCOPED_TRACE(testing::Message() << games << " games, " << rate << ", " << share);
        EXPECT_GT(coverage.interval, 0.93);
        if (share == 0.5) {
          EXPECT_LT(coverage.rejection, 0.054);
        }
      }
    }
  }
}

TEST(IndependentDifference, CoversTheTruthInNineteenOfTwentyRuns) {
  constexpr std::uint64_t kGamesA = 60;
  constexpr std::uint64_t kGamesB = 90;
  std::vector<Difference> all;
  for (std::uint64_t a = 0; a <= kGamesA; ++a)
    for (std::uint64_t b = 0; b <= kGamesB; ++b)
      all.push_back(independent_difference(static_cast<double>(a) / kGamesA, kGamesA,
                                           static_cast<double>(b) / kGamesB, kGamesB));
  for (const double rate_a : {0.03, 0.1, 0.3, 0.5, 0.8, 0.97})
    for (const double rate_b : {0.03, 0.1, 0.3, 0.5, 0.8, 0.97}) {
      const std::vector<double> of_a = probabilities(kGamesA, rate_a);
      const std::vector<double> of_b = probabilities(kGamesB, rate_b);
      Coverage coverage;
      for (std::uint64_t a = 0; a <= kGamesA; ++a)
        for (std::uint64_t b = 0; b <= kGamesB; ++b)
          coverage.add(of_a[a] * of_b[b], all[a * (kGamesB + 1) + b], rate_a - rate_b);
      SCOPED_TRACE(testing::Message() << rate_a << " - " << rate_b);
      EXPECT_GT(coverage.interval, 0.935);
      if (rate_a == rate_b) {
        EXPECT_LT(coverage.rejection, 0.052);
      }
    }
}

// value = 0.3 + 2 c1 - c2 + noise, all of which take every combination of signs equally often.
TEST(ControlledMean, TakesAwayWhatTheControlsExplain) {
  ControlledMean mean;
  for (int i = 0; i < 8000; ++i) {
    const double c1 = (i & 1) != 0 ? 1 : -1;
    const double c2 = (i & 2) != 0 ? 1 : -1;
    const double noise = (i & 4) != 0 ? 0.1 : -0.1;
    mean.add(0.3 + 2 * c1 - c2 + noise, c1, c2);
  }
  const auto estimate = mean.estimate();
  ASSERT_TRUE(estimate);
  EXPECT_NEAR(estimate->value, 0.3, 1e-12);
  EXPECT_NEAR(estimate->variance, 0.01, 1e-5);
  ControlledMean alike;  // both controls the same: no division by 0
  for (int i = 0; i < 100; ++i) alike.add(i % 3, i % 2 - 0.5, i % 2 - 0.5);
  EXPECT_NEAR(alike.estimate()->value, 0.99, 0.02);
  EXPECT_FALSE(ControlledMean().estimate());
}

}  // namespace
}  // namespace sapper::experiments
