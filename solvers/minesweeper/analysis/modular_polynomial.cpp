#include "solvers/minesweeper/analysis/modular_polynomial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/support/contracts.hpp"

namespace sapper::solvers {
namespace {

// Below this length of the shorter factor, the product term by term costs less than three transforms.
constexpr std::size_t kShort = 48;

}  // namespace

PolynomialRing::PolynomialRing(const ModularField& field, std::size_t max_length)
    : field_(field), max_length_(max_length) {
  // Factors are truncated to max_length first, so that no transform is longer than this.
  const std::size_t longest = std::bit_ceil(2 * max_length);
  SAPPER_EXPECT(max_length > 0 && longest <= std::size_t{1} << kRootOrder);
  roots_.resize(longest, field.one());
  for (std::size_t half = longest / 2; half > 1; half /= 2) {
    const auto order = static_cast<unsigned>(std::countr_zero(2 * half));
    if (half == longest / 2) {
      const ModularField::Element root = root_of_unity(field, order);
      for (std::size_t i = 1; i < half; ++i) roots_[half + i] = field.multiply(roots_[half + i - 1], root);
    } else {
      for (std::size_t i = 0; i < half; ++i) roots_[half + i] = roots_[2 * half + 2 * i];
    }
  }
}

double PolynomialRing::product_cost(std::size_t length_a, std::size_t length_b) {
  const std::size_t shorter = std::min(length_a, length_b);
  if (shorter <= kShort) return static_cast<double>(length_a) * static_cast<double>(length_b);
  const auto length = static_cast<double>(std::bit_ceil(length_a + length_b - 1));
  return 1.5 * length * std::log2(length);
}

ModularPolynomial PolynomialRing::multiply(const ModularPolynomial& a, const ModularPolynomial& b) const {
  if (std::min(a.size(), b.size()) <= kShort) return multiply_directly(a, b);
  const std::size_t length = a.size() + b.size() - 1;
  ModularPolynomial product(a);
  product.resize(std::bit_ceil(length), 0);
  transform(product);
  if (&a == &b) {
    for (auto& value : product) value = field_.multiply(value, value);
  } else {
    ModularPolynomial other(b);
    other.resize(product.size(), 0);
    transform(other);
    for (std::size_t i = 0; i < product.size(); ++i) product[i] = field_.multiply(product[i], other[i]);
  }
  transform_back(product);
  product.resize(std::min(length, max_length_));
  return product;
}

ModularPolynomial PolynomialRing::multiply_directly(const ModularPolynomial& a,
                                                    const ModularPolynomial& b) const {
  const ModularPolynomial& shorter = a.size() < b.size() ? a : b;
  const ModularPolynomial& longer = a.size() < b.size() ? b : a;
  ModularPolynomial product(std::min(a.size() + b.size() - 1, max_length_), 0);
  for (std::size_t i = 0; i < std::min(shorter.size(), product.size()); ++i) {
    const std::size_t end = std::min(longer.size(), product.size() - i);
    for (std::size_t j = 0; j < end; ++j)
      product[i + j] = field_.add(product[i + j], field_.multiply(shorter[i], longer[j]));
  }
  return product;
}

ModularPolynomial PolynomialRing::power(const ModularPolynomial& base, std::uint64_t exponent) const {
  SAPPER_EXPECT(exponent > 0);
  ModularPolynomial result(base.begin(),
                           base.begin() + static_cast<std::ptrdiff_t>(std::min(base.size(), max_length_)));
  for (auto bit = static_cast<int>(std::bit_width(exponent)) - 2; bit >= 0; --bit) {
    result = multiply(result, result);
    if (((exponent >> bit) & 1) != 0) result = multiply(result, base);
  }
  return result;
}

// Decimation in frequency: values come out in bit-reversed order, which transform_back() expects.
void PolynomialRing::transform(ModularPolynomial& values) const {
  for (std::size_t half = values.size() / 2; half > 0; half /= 2)
    for (std::size_t block = 0; block < values.size(); block += 2 * half)
      for (std::size_t i = 0; i < half; ++i) {
        auto& first = values[block + i];
        auto& second = values[block + half + i];
        const ModularField::Element difference = field_.subtract(first, second);
        first = field_.add(first, second);
        second = half == 1 ? difference : field_.multiply(difference, roots_[half + i]);
      }
}

void PolynomialRing::transform_back(ModularPolynomial& values) const {
  for (std::size_t half = 1; half < values.size(); half *= 2)
    for (std::size_t block = 0; block < values.size(); block += 2 * half)
      for (std::size_t i = 0; i < half; ++i) {
        auto& first = values[block + i];
        auto& second = values[block + half + i];
        const ModularField::Element turned = half == 1 ? second : field_.multiply(second, roots_[half + i]);
        second = field_.subtract(first, turned);
        first = field_.add(first, turned);
      }
  // The roots are those of the forward direction: index i holds the value of -i.
  std::reverse(values.begin() + 1, values.end());
  const ModularField::Element scale = field_.inverse(field_.from(values.size()));
  for (auto& value : values) value = field_.multiply(value, scale);
}

}  // namespace sapper::solvers
