// Products and powers of polynomials over a prime field, by number-theoretic transforms (Pollard, "The fast
// Fourier transform in a finite field", 1971). For products of length n: n log n multiplications.
#pragma once

#include <cstddef>
#include <vector>

#include "solvers/minesweeper/analysis/modular_field.hpp"

namespace sapper::solvers {

// [exponent]; not empty.
using ModularPolynomial = std::vector<ModularField::Element>;

class PolynomialRing {
 public:
  // Products have at most max_length coefficients; those of higher exponents are dropped.
  // max_length <= 2^(kRootOrder - 1). The field must outlive the object.
  PolynomialRing(const ModularField& field, std::size_t max_length);

  ModularPolynomial multiply(const ModularPolynomial& a, const ModularPolynomial& b) const;
  ModularPolynomial power(const ModularPolynomial& base, std::uint64_t exponent) const;  // exponent > 0

  // The approximate number of field multiplications that a product of these lengths takes.
  static double product_cost(std::size_t length_a, std::size_t length_b);

 private:
  ModularPolynomial multiply_directly(const ModularPolynomial& a, const ModularPolynomial& b) const;
  void transform(ModularPolynomial& values) const;
  void transform_back(ModularPolynomial& values) const;

  const ModularField& field_;
  std::size_t max_length_;
  // [half + i], i < half, for each power of two: the i-th power of the root of order 2 * half.
  std::vector<ModularField::Element> roots_;
};

}  // namespace sapper::solvers
