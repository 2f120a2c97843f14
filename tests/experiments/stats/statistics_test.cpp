// Statistics are compared with published values, the mathematical library, and simulations.
#include "experiments/stats/statistics.hpp"

#include <boost/math/distributions/students_t.hpp>

#include "experiments/stats/differences.hpp"
#include "experiments/stats/rate_text.hpp"
#include "experiments/stats/sprt.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

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
  // A few values may lie above the range, and with them their mean.
  ValueSums above;
  for (const double value : {1.1, 1.2, 1.1}) above.add(value);
  EXPECT_GT(mean_interval_95(above).high, 1.14);
}

TEST(TwoSidedPValue, EqualsTheLibrarysErrorFunction) {
  for (double z = 0; z < 37; z += 0.0173) {
    EXPECT_NEAR(two_sided_p_value(z) / std::erfc(z / std::sqrt(2)), 1, 1e-12) << z;
    EXPECT_EQ(two_sided_p_value(-z), two_sided_p_value(z));
  }
  EXPECT_EQ(two_sided_p_value(38), 0);
  EXPECT_EQ(two_sided_p_value(1e300), 0);
}

TEST(LargestDeviation, IsJudgedByTheNumberOfResults) {
  EXPECT_EQ(judge_largest(2.5, 1), Deviation::expected);
  EXPECT_EQ(judge_largest(-3, 1), Deviation::unlikely);
  EXPECT_EQ(judge_largest(4.1, 1), Deviation::wrong);
  EXPECT_EQ(judge_largest(4.1, 1000), Deviation::expected);
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

// Intervals are compared with published ones; levels_test.cpp sums their coverage over all outcomes.

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

// By hand: 40 and 20 games of 1000. The maximum likelihood estimate of a trinomial distribution whose shares differ by d
// solves a / p_a + b / p_b = 2 rest / p_rest.
TEST(SequentialTest, TakesTheVarianceOfTheHypothesisThatTheGamesSpeakAgainst) {
  const Sprt sprt{"a", "b", -0.01, 0.03};
  const PairedCounts counts{1000, 400, 40, 20};
  const auto variance_under = [&](double d) {
    double low = std::max(0.0, -d), high = (1 - d) / 2;  // P(only b wins)
    for (int i = 0; i < 200; ++i) {
      const double p_b = (low + high) / 2;
      (40 / (p_b + d) + 20 / p_b > 2 * 940 / (1 - d - 2 * p_b) ? low : high) = p_b;
    }
    return 2 * low + d - d * d;
  };
  EXPECT_NEAR(log_likelihood_ratio(sprt, sample_of(counts)),
              0.04 * (20 - 1000 * 0.01) / variance_under(-0.01), 1e-9);
  const PairedCounts fewer{1000, 400, 40, 36};
  EXPECT_LT(log_likelihood_ratio(sprt, sample_of(fewer)), 0);
  EXPECT_EQ(log_likelihood_ratio(sprt, sample_of({})), 0);
  EXPECT_EQ(accepted(sprt, sample_of({})), std::nullopt);
}

// The fault of the variance as seen: nobody has won alone in 500 games, where a gain of 0.005 lets a win two or three.
TEST(SequentialTest, RejectsNoGainBeforeThePlayersCouldHaveDiffered) {
  const Sprt sprt{"a", "b", 0, 0.005};
  EXPECT_EQ(accepted(sprt, sample_of({500, 250, 0, 0})), std::nullopt);
  EXPECT_EQ(accepted(sprt, sample_of({1500, 750, 0, 0})), Hypothesis::d0)
      << "where e^-7.5 would differ in none";
  // Differences that leave a hypothesis no chance.
  const double ratio = log_likelihood_ratio({"a", "b", 0, 1}, sample_of({10, 5, 3, 1}));
  EXPECT_TRUE(std::isfinite(ratio));
  EXPECT_LT(ratio, -100);
}

}  // namespace
}  // namespace sapper::experiments
