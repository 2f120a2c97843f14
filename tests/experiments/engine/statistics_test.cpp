// Against values from elsewhere: sums of exact integers, and published intervals.
#include "experiments/engine/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sapper::experiments {
namespace {

TEST(McNemar, EqualsSumsOfExactIntegers) {
  struct Known {
    std::uint64_t only_a, only_b;
    double p_value;
  };
  // 2 sum_{i <= min} C(n, i) / 2^n with n = only_a + only_b, summed in big integers.
  const Known all[] = {
      {0, 0, 1},
      {0, 1, 1},
      {0, 5, 0.0625},
      {1, 9, 0.021484375},
      {7, 7, 1},
      {7, 8, 1},
      {10, 25, 0.01667384780012071},
      {59, 41, 0.08862608011406758},
      {400, 480, 0.007707305043339141},
      {999, 1001, 0.9821609888541457},
      {1200, 1000, 2.1817026407914712e-05},
      {15000, 15500, 0.0042723269518526764},
      {499000, 501000, 0.0456082998653820864},
      {500000, 500001, 1},
      {498765, 501235, 0.0135490821470641078},
      {490000, 510000, 5.54436328769922460e-89},
  };
  for (const Known& known : all) {
    EXPECT_NEAR(mcnemar_p_value(known.only_a, known.only_b) / known.p_value, 1, 1e-9)
        << known.only_a << " : " << known.only_b;
    EXPECT_EQ(mcnemar_p_value(known.only_a, known.only_b), mcnemar_p_value(known.only_b, known.only_a));
  }
}

TEST(McNemar, StaysAProbabilityWhereItUnderflows) {
  EXPECT_EQ(mcnemar_p_value(0, 100'000), 0);
  EXPECT_EQ(mcnemar_p_value(1'000'000, 0), 0);
  EXPECT_NEAR(mcnemar_p_value(0, 900) / 2.3661043723335494e-271, 1, 1e-9);  // 2^-899
}

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

// R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine
// 17 (1998), table II, 56/70 - 48/80, method 10.
TEST(IndependentDifference, EqualsAPublishedInterval) {
  const Difference difference =
      independent_difference(56.0 / 70, wilson_95(56, 70), 48.0 / 80, wilson_95(48, 80));
  EXPECT_NEAR(difference.value, 0.2, 1e-12);
  EXPECT_NEAR(difference.interval.low, 0.0524, 5e-5);
  EXPECT_NEAR(difference.interval.high, 0.3339, 5e-5);
  EXPECT_NEAR(two_proportions_p_value(56, 70, 48, 80), 0.008045081368, 1e-9);
  EXPECT_EQ(two_proportions_p_value(5, 5, 7, 7), 1);
  EXPECT_EQ(two_proportions_p_value(0, 0, 7, 9), 1);
}

TEST(Holm, CountsEachTestBesideTheOthers) {
  const std::vector<double> p_values{0.01, 0.04, 0.03, 0.005};
  const std::vector<double> adjusted = holm_adjusted(p_values);
  const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-12);
  EXPECT_EQ(holm_adjusted(std::vector<double>{0.7, 0.9}), (std::vector<double>{1, 1}));
  EXPECT_TRUE(holm_adjusted({}).empty());
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
  const auto estimate = mean.estimate_95();
  ASSERT_TRUE(estimate);
  EXPECT_NEAR(estimate->value, 0.3, 1e-12);
  EXPECT_NEAR(estimate->interval.half_width(), 1.959964 * 0.1 / std::sqrt(8000), 1e-6);
  ControlledMean alike;  // both controls the same: no division by nothing
  for (int i = 0; i < 100; ++i) alike.add(i % 3, i % 2 - 0.5, i % 2 - 0.5);
  EXPECT_NEAR(alike.estimate_95()->value, 0.99, 0.02);
  EXPECT_FALSE(ControlledMean().estimate_95());
}

}  // namespace
}  // namespace sapper::experiments
