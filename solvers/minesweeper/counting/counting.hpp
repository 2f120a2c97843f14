// The results of counting a component, common to all counters.
//
// An assignment gives each group a number of mines such that every constraint is met; it represents prod C(size, mines)
// ways to lay them. A counter first computes the ways by number of mines; then, from the weights that the rest of the
// board induces on each number of mines, the marginals of all groups.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/support/contracts.hpp"

namespace sapper::solvers {

// A non-negative floating-point number with the precision of a double and a range without practical limit, for counts and
// weights of large components, which exceed 10^308. Sums and products of non-negative numbers incur one rounding per
// operation, as with doubles; a non-zero result never becomes zero.
class WideNumber {
 public:
  WideNumber() = default;
  // value >= 0 and finite; may be denormal.
  explicit WideNumber(double value) : mantissa_(value) {
    SAPPER_EXPECT(value >= 0 && std::isfinite(value));
    if (value < std::numeric_limits<double>::min()) [[unlikely]]
      scale_up();
    normalize();
  }

  bool operator==(const WideNumber&) const = default;
  // value = mantissa * 2^exponent, mantissa in [1, 2) or 0.
  double mantissa() const { return mantissa_; }
  std::int64_t exponent() const { return exponent_; }

  WideNumber& operator+=(const WideNumber& other) {
    if (other.mantissa_ == 0) return *this;
    if (mantissa_ == 0) return *this = other;
    const std::int64_t shift = other.exponent_ - exponent_;
    if (shift > kNegligible) return *this = other;
    if (shift < -kNegligible) return *this;
    mantissa_ += other.mantissa_ * power_of_two(shift);
    normalize();
    return *this;
  }
  WideNumber& operator*=(const WideNumber& other) {
    mantissa_ *= other.mantissa_;
    exponent_ += other.exponent_;
    normalize();
    return *this;
  }
  friend WideNumber operator+(WideNumber a, const WideNumber& b) { return a += b; }
  friend WideNumber operator*(WideNumber a, const WideNumber& b) { return a *= b; }

  // a / b as a double: 0 if it is below the range of doubles, infinite if above. b is not zero.
  friend double ratio(const WideNumber& a, const WideNumber& b) {
    SAPPER_EXPECT(b.mantissa_ != 0);
    const std::int64_t shift = a.exponent_ - b.exponent_;
    if (a.mantissa_ == 0 || shift < -2000) return 0;
    return std::ldexp(a.mantissa_ / b.mantissa_, static_cast<int>(shift > 2000 ? 2000 : shift));
  }

  // The natural logarithm, of a number that is not zero.
  friend long double log_of(const WideNumber& number) {
    SAPPER_EXPECT(number.mantissa_ != 0);
    return std::log(static_cast<long double>(number.mantissa_)) +
           static_cast<long double>(number.exponent_) * std::numbers::ln2_v<long double>;
  }

 private:
  // A summand smaller by more than this many binary orders of magnitude is lost to rounding anyway.
  static constexpr std::int64_t kNegligible = 128;
  static constexpr int kExponentBias = 1023;
  static constexpr int kFractionBits = 52;

  static double power_of_two(std::int64_t exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + kExponentBias) << kFractionBits);
  }
  // Normalizes a denormal mantissa, whose exponent bits do not give its exponent.
  void scale_up() {
    constexpr int kOrders = kFractionBits;
    mantissa_ *= static_cast<double>(std::uint64_t{1} << kOrders);
    exponent_ -= kOrders;
  }
  // The mantissa is 0 or normal.
  void normalize() {
    if (mantissa_ == 0) {
      exponent_ = 0;
      return;
    }
    const auto bits = std::bit_cast<std::uint64_t>(mantissa_);
    const auto exponent = static_cast<std::int64_t>(bits >> kFractionBits) - kExponentBias;
    exponent_ += exponent;
    mantissa_ = std::bit_cast<double>(bits - (static_cast<std::uint64_t>(exponent) << kFractionBits));
  }

  double mantissa_ = 0;
  std::int64_t exponent_ = 0;
};

// Ways to lay a component's mines: counts[i] of them have min_mines + i mines. Both ends are positive; empty:
// the component's constraints contradict one another.
template <class Number>
struct MineCounts {
  std::uint32_t min_mines = 0;
  std::vector<Number> counts;

  std::uint32_t max_mines() const { return min_mines + static_cast<std::uint32_t>(counts.size()) - 1; }
};

// A group under given weights by number of mines (weight 0: that number is impossible).
template <class Number>
struct GroupMarginal {
  Number mines{};              // sum over weighted ways of the mines in the group
  bool can_hold_mine = false;  // from counts, never from rounded values
  bool can_hold_free = false;
};

// A component whose counting would need more states than allowed.
class ComponentTooWide : public std::runtime_error {
 public:
  explicit ComponentTooWide(const std::string& what) : std::runtime_error(what) {}
};

// kChoose[n][k] = C(n, k) for group sizes.
inline constexpr std::array<std::array<std::uint8_t, 9>, 9> kChoose = [] {
  std::array<std::array<std::uint8_t, 9>, 9> table{};
  for (std::size_t n = 0; n <= 8; ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k)
      table[n][k] = static_cast<std::uint8_t>(table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0));
  }
  return table;
}();

// value times a small integer, for each number type of the counters (BigInteger: big_integer.hpp); a / b as a double.
inline double times(double value, unsigned factor) { return value * factor; }
inline double ratio(double a, double b) { return a / b; }
inline WideNumber times(const WideNumber& value, unsigned factor) {
  return value * WideNumber(static_cast<double>(factor));
}

}  // namespace sapper::solvers
