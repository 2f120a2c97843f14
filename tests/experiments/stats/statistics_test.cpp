// Statistics are compared with published values, the mathematical library, and simulations.
#include "experiments/stats/statistics.hpp"

#include <random>

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

}  // namespace
}  // namespace sapper::experiments
