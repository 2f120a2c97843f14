// Wide numbers against doubles within their range, and against big integers beyond it.
#include "solvers/minesweeper/counting/wide_number.hpp"

#include <limits>

#include "sim/random/stream.hpp"
#include "tests/support/contracts.hpp"
#include "tests/support/exact_oracle.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using solvers::WideNumber;

constexpr double kLeastDenormal = std::numeric_limits<double>::denorm_min();
constexpr double kLeastNormal = std::numeric_limits<double>::min();
constexpr double kLargest = std::numeric_limits<double>::max();

// A mantissa in [1, 2) and an exponent that represent the value exactly.
void expect_represents(const WideNumber& number, double value) {
  EXPECT_GE(number.mantissa(), 1);
  EXPECT_LT(number.mantissa(), 2);
  EXPECT_EQ(std::ldexp(number.mantissa(), static_cast<int>(number.exponent())), value);
}

TEST(WideNumber, RepresentsEveryPositiveDouble) {
  for (const double value : {1.0, 2.0, 0.1, 1 - 0x1p-53, kLargest, kLeastNormal, kLeastNormal / 2,
                             kLeastNormal - kLeastDenormal, 3 * kLeastDenormal, kLeastDenormal})
    expect_represents(WideNumber(value), value);
  sim::Stream random({1, 0, 0}, sim::Purpose::playout);
  for (int i = 0; i < 2000; ++i) {
    const double mantissa = 1 + static_cast<double>(random.below(1U << 31)) * 0x1p-31;
    const double value = std::ldexp(mantissa, static_cast<int>(random.below(2098)) - 1074);
    expect_represents(WideNumber(value), value);
  }
}

TEST(WideNumber, ZeroIsZero) {
  EXPECT_EQ(WideNumber(0), WideNumber());
  EXPECT_EQ(WideNumber(0.5) * WideNumber(), WideNumber());
  EXPECT_EQ(WideNumber() * WideNumber(kLeastDenormal), WideNumber());
  EXPECT_EQ(WideNumber() + WideNumber(3), WideNumber(3));
  EXPECT_EQ(WideNumber(3) + WideNumber(), WideNumber(3));
  EXPECT_EQ(ratio(WideNumber(), WideNumber(3)), 0);
}

TEST(WideNumber, RoundsAsDoublesDo) {
  sim::Stream random({2, 0, 0}, sim::Purpose::playout);
  for (int i = 0; i < 2000; ++i) {
    const double a =
        std::ldexp(1 + random.below(1U << 31) * 0x1p-31, static_cast<int>(random.below(300)) - 150);
    const double b =
        std::ldexp(1 + random.below(1U << 31) * 0x1p-31, static_cast<int>(random.below(300)) - 150);
    EXPECT_EQ(WideNumber(a) * WideNumber(b), WideNumber(a * b));
    EXPECT_EQ(WideNumber(a) + WideNumber(b), WideNumber(a + b));
    EXPECT_EQ(ratio(WideNumber(a), WideNumber(b)), a / b);
  }
}

TEST(WideNumber, CountsBeyondTheRangeOfDoubles) {
  // C(5000, k) for every k, each from the one before, and their sum 2^5000.
  WideNumber choose(1);
  WideNumber sum(1);
  for (std::uint32_t k = 1; k <= 5000; ++k) {
    choose *= WideNumber(static_cast<double>(5001 - k) / k);
    sum += choose;
    if (k == 2500) {
      const BigInt exact = binomial(5000, 2500);
      const auto shift = static_cast<unsigned>(msb(exact));
      EXPECT_EQ(choose.exponent(), shift);
      EXPECT_NEAR(choose.mantissa(), ratio(exact, BigInt(1) << shift), 1e-12);
    }
  }
  EXPECT_NEAR(ratio(choose, WideNumber(1)), 1, 1e-12);
  EXPECT_NEAR(static_cast<double>(log_of(sum)), 5000 * std::log(2.0), 1e-11);
}

TEST(WideNumber, NeverUnderflows) {
  WideNumber tiny(1);
  for (int i = 0; i < 1000; ++i) tiny *= WideNumber(kLeastDenormal);
  EXPECT_EQ(tiny.exponent(), -1'074'000);
  EXPECT_EQ(tiny.mantissa(), 1);
  EXPECT_EQ(tiny + WideNumber(1), WideNumber(1));
  EXPECT_EQ(ratio(tiny + tiny, tiny), 2);
  EXPECT_EQ(ratio(tiny, WideNumber(1)), 0);
  EXPECT_EQ(ratio(WideNumber(1), tiny), std::numeric_limits<double>::infinity());
  EXPECT_EQ(ratio(WideNumber(kLeastDenormal), WideNumber(1)), kLeastDenormal);
}

TEST(WideNumber, RefusesWhatItCannotHold) {
  EXPECT_BROKEN_CONTRACT(WideNumber(-1), "value >= 0");
  EXPECT_BROKEN_CONTRACT(WideNumber(std::numeric_limits<double>::infinity()), "isfinite");
  EXPECT_BROKEN_CONTRACT(WideNumber(std::numeric_limits<double>::quiet_NaN()), "value >= 0");
  EXPECT_BROKEN_CONTRACT(ratio(WideNumber(1), WideNumber()), "mantissa_ != 0");
  EXPECT_BROKEN_CONTRACT(log_of(WideNumber()), "mantissa_ != 0");
}

}  // namespace
}  // namespace sapper::tests
