// Against values from elsewhere: sums of exact integers, and published intervals.
#include "experiments/engine/statistics.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace sapper::experiments
