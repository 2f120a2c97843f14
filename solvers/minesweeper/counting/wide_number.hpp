// A non-negative floating-point number with the precision of a double and a range without practical limit,
// for counts and weights of large components, which pass 10^308. Sums and products of non-negative numbers
// lose one rounding an operation, as doubles do; a non-zero result never becomes zero.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace sapper::solvers {

class WideNumber {
 public:
  WideNumber() = default;
  // value >= 0 and finite.
  explicit WideNumber(double value) : mantissa_(value) { normalize(); }

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
    const std::int64_t shift = a.exponent_ - b.exponent_;
    if (a.mantissa_ == 0 || shift < -2000) return 0;
    return std::ldexp(a.mantissa_ / b.mantissa_, static_cast<int>(shift > 2000 ? 2000 : shift));
  }

 private:
  static constexpr std::int64_t kNegligible =
      128;  // beyond this many binary digits the smaller summand is nothing
  static constexpr int kExponentBias = 1023;
  static constexpr int kFractionBits = 52;

  static double power_of_two(std::int64_t exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + kExponentBias) << kFractionBits);
  }
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

}  // namespace sapper::solvers
