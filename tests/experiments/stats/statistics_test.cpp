// Statistics are compared with published values, the mathematical library, and simulations.
#include "experiments/stats/statistics.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "experiments/run/driver.hpp"
#include "experiments/stats/differences.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using Random = std::mt19937_64;

// R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17
// (1998), table I, method 3; and the roots of Wilson's quadratic equation to 50 digits.
TEST(Wilson, EqualsPublishedIntervals) {
  EXPECT_NEAR(wilson_95(81, 263).low, 0.2553, 5e-5);
  EXPECT_NEAR(wilson_95(81, 263).high, 0.3662, 5e-5);
  EXPECT_NEAR(wilson_95(15, 148).low, 0.0624, 5e-5);
  EXPECT_NEAR(wilson_95(15, 148).high, 0.1605, 5e-5);
  EXPECT_NEAR(wilson_95(10412, 20000).low, 0.51367307235032019, 1e-12);
  EXPECT_NEAR(wilson_95(10412, 20000).high, 0.52751901576416830, 1e-12);
  EXPECT_NEAR(wilson_95(1, 10).low, 0.01787621309507290, 1e-12);
}

TEST(Wilson, StaysWithinZeroAndOne) {
  EXPECT_EQ(wilson_95(0, 10).low, 0);
  EXPECT_NEAR(wilson_95(0, 10).high, 0.27753279986288926, 1e-12);
  EXPECT_EQ(wilson_95(10, 10).high, 1);
  EXPECT_NEAR(wilson_95(10, 10).low, 0.72246720013711075, 1e-12);
  EXPECT_EQ(wilson_95(0, 0).high, 1);
}

TEST(Student, EqualsTheLibrarysQuantile) {
  for (std::uint64_t freedom = 1; freedom < 200; ++freedom)
    EXPECT_NEAR(student_95(freedom) /
                    boost::math::quantile(boost::math::students_t(static_cast<double>(freedom)), 0.975),
                1, 3e-6)
        << freedom;
  EXPECT_NEAR(student_95(1'000'000'000'000), kZ95, 1e-11);
}

TEST(MeanInterval, HasAWidthWhereAllGamesAreAlike) {
  ValueSums alike;
  for (int game = 0; game < 20; ++game) alike.add(0.94);
  // By hand: with a 21st value of 0 the mean is 0.8952 and its standard error 0.94 / 21.
  const Interval interval = mean_interval_95(alike);
  EXPECT_NEAR(interval.low, 0.94 * 20 / 21 - 2.085963 * 0.94 / 21, 1e-6);
  EXPECT_NEAR(interval.high, (0.94 * 20 + 1) / 21 + 2.085963 * 0.06 / 21, 1e-6);
  ValueSums nothing;
  for (int game = 0; game < 20; ++game) nothing.add(0);
  EXPECT_EQ(mean_interval_95(nothing).low, 0);
  EXPECT_NEAR(mean_interval_95(nothing).high, 3.085963 / 21, 1e-6);
  EXPECT_EQ(mean_interval_95(nothing, {-1, 1}).low, -mean_interval_95(nothing, {-1, 1}).high);
  EXPECT_EQ(mean_interval_95({}).high, 1);
}

TEST(TwoSidedPValue, EqualsTheLibrarysErrorFunction) {
  for (double z = 0; z < 37; z += 0.0173) {
    EXPECT_NEAR(two_sided_p_value(z) / std::erfc(z / std::sqrt(2)), 1, 1e-12) << z;
    EXPECT_EQ(two_sided_p_value(-z), two_sided_p_value(z));
  }
  EXPECT_EQ(two_sided_p_value(38), 0);
  EXPECT_EQ(two_sided_p_value(1e300), 0);
}

// Correlated results, as of cases that share boards: the verdict's false alarms stay below its level.
TEST(LargestDeviation, IsJudgedWhateverTheDependence) {
  EXPECT_EQ(judge_largest(2.5, 1), Deviation::expected);
  EXPECT_EQ(judge_largest(-3, 1), Deviation::unlikely);
  EXPECT_EQ(judge_largest(4.1, 1), Deviation::wrong);
  EXPECT_EQ(judge_largest(4.1, 1000), Deviation::expected);
  constexpr int kRuns = 4000;
  constexpr std::size_t kResults = 20;
  std::mt19937_64 random(1);
  std::normal_distribution<> normal;
  for (const double correlation : {0.0, 0.5, 0.94, 1.0}) {
    int alarms = 0;
    for (int run = 0; run < kRuns; ++run) {
      const double common = normal(random);
      double largest = 0;
      for (std::size_t i = 0; i < kResults; ++i) {
        const double z = std::sqrt(correlation) * common + std::sqrt(1 - correlation) * normal(random);
        if (std::abs(z) > std::abs(largest)) largest = z;
      }
      alarms += judge_largest(largest, kResults) != Deviation::expected;
    }
    // 1 % or less; a correct bound fails for one seed in a million.
    EXPECT_LE(alarms, 0.01 * kRuns + 4.75 * std::sqrt(0.01 * kRuns)) << correlation;
  }
}

TEST(Holm, CountsEachTestBesideTheOthers) {
  const std::vector<double> p_values{0.01, 0.04, 0.03, 0.005};
  const std::vector<double> adjusted = holm_adjusted(p_values);
  const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-12);
  EXPECT_EQ(holm_adjusted(std::vector<double>{0.7, 0.9}), (std::vector<double>{1, 1}));
  EXPECT_TRUE(holm_adjusted({}).empty());
}

// Win rates and their differences in tables: intervals inside 0 to 100 %.

TEST(RateText, GivesBothEndsOfALopsidedInterval) {
  // Wilson's intervals, computed independently: 5 of 5 is 5 / (5 + 1.96^2) to 1.
  EXPECT_EQ(rate_text(5, 5), "100.00 % (56.55 to 100.00)");
  EXPECT_EQ(rate_text(8, 20000), "0.04 % (0.02 to 0.08)");
  EXPECT_EQ(rate_text(3, 10), "30.00 % (10.78 to 60.32)");
  EXPECT_EQ(rate_text(0, 20000), "0.00 % (0.00 to 0.02)");
  EXPECT_EQ(rate_text(0, 0), "0.00 % (0.00 to 100.00)");
}

TEST(RateText, GivesHalfTheWidthOfOthers) {
  EXPECT_THAT(rate_text(10036, 20000), testing::MatchesRegex("50\\.18 % (±|\\+-) 0\\.69"));
  EXPECT_THAT(rate_text(304, 20000), testing::MatchesRegex("1\\.52 % (±|\\+-) 0\\.17"));
}

// The number after +- never leads outside 0 to 100 %.
TEST(RateText, NeverReachesBeyond0Or100) {
  for (std::uint64_t games = 1; games <= 200; ++games)
    for (const std::uint64_t wins : {std::uint64_t{0}, games / 20, games / 2, games - games / 20, games}) {
      const std::string text = rate_text(wins, games);
      if (text.find('(') != std::string::npos) continue;
      const double rate = 100.0 * static_cast<double>(wins) / static_cast<double>(games);
      const double half_width = std::stod(text.substr(text.rfind(' ')));
      EXPECT_GE(rate - half_width, 0) << text;
      EXPECT_LE(rate + half_width, 100) << text;
    }
}

TEST(DifferenceText, GivesBothEndsOfALopsidedInterval) {
  EXPECT_EQ(difference_text({-0.95, {-0.99, -0.7122}, 0}), "-95.00 (-99.00 to -71.22)");
  EXPECT_THAT(difference_text({0.012, {0.0089, 0.0151}, 0.001}),
              testing::MatchesRegex("\\+1\\.20 (±|\\+-) 0\\.31"));
}

// The number after +- never leads outside -100 to 100 points.
TEST(DifferenceText, NeverReachesBeyond100Points) {
  int lopsided = 0;
  for (const std::uint64_t games : {1, 2, 5, 16, 40})
    for (std::uint64_t only_a = 0; only_a <= games; ++only_a)
      for (std::uint64_t only_b = 0; only_a + only_b <= games; ++only_b) {
        const Difference difference = paired_difference(games, only_a, only_b);
        const std::string text = difference_text(difference);
        if (text.find('(') != std::string::npos) {
          ++lopsided;
          continue;
        }
        const double half_width = std::stod(text.substr(text.rfind(' ')));
        EXPECT_LE(100 * std::abs(difference.value) + half_width, 100) << text;
      }
  EXPECT_GT(lopsided, 100);
}

// Intervals are compared with published ones, and summed over all outcomes.

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
  SAPPER_LONG_TEST();
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
  SAPPER_LONG_TEST();
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

// Stopping early, simulated with fixed seeds: how often intervals that a stop rule ended cover the truth, and how
// often the sequential test errs. Games are drawn, not played: only the counts matter.

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
// The mean over cases that differ in how often one of the players wins alone, and by how much.
TEST(SequentialTest, ErrsNoMoreOftenOverSeveralCases) {
  const int runs = tests::case_count(1000);
  const Sprt sprt{"a", "b", 0, 0.01, 0.05, 0.05};
  const std::vector<double> discordant{0.05, 0.2, 0.4};
  const std::vector<double> away{-0.01, 0, 0.01};  // of the mean
  Random random(12);
  const StopRule stop;
  const auto accepts_d1 = [&](double difference) {
    std::vector<PairedCounts> counts(discordant.size());
    for (std::uint64_t games = 0;;) {
      const std::uint64_t look = next_look(stop, games);
      std::vector<SprtSample> samples;
      for (std::size_t i = 0; i < counts.size(); ++i) {
        const double p_a = (discordant[i] + difference + away[i]) / 2;
        const double p_b = (discordant[i] - difference - away[i]) / 2;
        const std::uint64_t only_a = draw(random, look - games, p_a);
        counts[i].only_a += only_a;
        counts[i].only_b += draw(random, look - games - only_a, p_b / (1 - p_a));
        counts[i].games = look;
        samples.push_back(sample_of(counts[i]));
      }
      games = look;
      if (const auto hypothesis = accepted(sprt, mean_sample(samples))) return *hypothesis == Hypothesis::d1;
    }
  };
  int false_d1 = 0, false_d0 = 0;
  for (int run = 0; run < runs; ++run) {
    false_d1 += accepts_d1(sprt.d0);
    false_d0 += !accepts_d1(sprt.d1);
  }
  const double most = runs * 0.05 + 3 * std::sqrt(runs * 0.05);
  EXPECT_LE(false_d1, most);
  EXPECT_LE(false_d0, most);
  EXPECT_GE(false_d1 + false_d0, runs * 0.02) << "games are not wasted";
}

TEST(SequentialTest, TakesTheMeanOverCases) {
  const SprtSample mean = mean_sample(std::vector<SprtSample>{{100, 10, 0.2, 2}, {100, -4, 0.6, 1}});
  EXPECT_EQ(mean.games, 200U);
  EXPECT_EQ(mean.sum, 6);
  EXPECT_DOUBLE_EQ(mean.variance, 0.4);
  EXPECT_DOUBLE_EQ(mean.variance_ratio, 0.5 / 0.4);
  EXPECT_DOUBLE_EQ(mean_sample(std::vector<SprtSample>{{100, 10, 0.2, 2}, {100, -4, 0.6, 0}}).variance_ratio,
                   0.5 * (0.4 + 0.6) / 0.4)
      << "a plain one is as it is";
  EXPECT_EQ(mean_sample(std::vector<SprtSample>{{100, 10, 0.2, 0}, {100, -4, 0.6, 0}}).variance_ratio, 0);
}

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
