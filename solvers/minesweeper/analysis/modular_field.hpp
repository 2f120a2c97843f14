// Arithmetic modulo a prime of 62 bits, by Montgomery's method ("Modular multiplication without trial
// division", 1985), and a search for primes whose fields have roots of unity of large power-of-two order.
#pragma once

#include <cstdint>
#include <vector>

namespace sapper::solvers {

class ModularField {
 public:
  // A residue times 2^64: what all members except from() and value_of() take and return.
  using Element = std::uint64_t;

  explicit ModularField(std::uint64_t prime) : prime_(prime) {
    inverse_ = prime;
    for (int round = 0; round < 5; ++round) inverse_ *= 2 - prime * inverse_;  // each doubles the bits
    square_ = 1;
    for (int bit = 0; bit < 128; ++bit) square_ = add(square_, square_);
    one_ = from(1);
  }

  std::uint64_t prime() const { return prime_; }
  Element one() const { return one_; }
  Element from(std::uint64_t value) const { return multiply(value % prime_, square_); }
  std::uint64_t value_of(Element a) const { return reduce(a); }

  Element add(Element a, Element b) const {
    const std::uint64_t sum = a + b;
    return sum >= prime_ ? sum - prime_ : sum;
  }
  Element subtract(Element a, Element b) const { return a >= b ? a - b : a + prime_ - b; }
  Element multiply(Element a, Element b) const { return reduce(static_cast<unsigned __int128>(a) * b); }
  Element power(Element base, std::uint64_t exponent) const {
    Element result = one_;
    for (; exponent != 0; exponent >>= 1) {
      if ((exponent & 1) != 0) result = multiply(result, base);
      base = multiply(base, base);
    }
    return result;
  }
  // a is not zero.
  Element inverse(Element a) const { return power(a, prime_ - 2); }

 private:
  Element reduce(unsigned __int128 value) const {
    const std::uint64_t quotient = static_cast<std::uint64_t>(value) * inverse_;
    const auto product = static_cast<unsigned __int128>(quotient) * prime_;
    const auto high = static_cast<std::uint64_t>(value >> 64);
    const auto subtracted = static_cast<std::uint64_t>(product >> 64);
    return high >= subtracted ? high - subtracted : high + prime_ - subtracted;
  }

  std::uint64_t prime_;
  std::uint64_t inverse_ = 0;  // of the prime modulo 2^64
  Element square_ = 0;         // 2^128 modulo the prime
  Element one_ = 0;
};

// Fields of the largest primes below 2^62 of the form k * 2^kRootOrder + 1, largest first.
inline constexpr unsigned kRootOrder = 21;
std::vector<ModularField> largest_fields(std::size_t count);

// An element of order 2^order, order <= kRootOrder.
ModularField::Element root_of_unity(const ModularField& field, unsigned order);

}  // namespace sapper::solvers
