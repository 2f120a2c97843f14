#include "solvers/minesweeper/analysis/exact_layouts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <queue>
#include <span>

#include "sim/support/contracts.hpp"
#include "solvers/minesweeper/analysis/modular_polynomial.hpp"
#include "solvers/support/parallel.hpp"

namespace sapper::solvers {
namespace {

using Element = ModularField::Element;

struct Factor {
  std::vector<BigInteger> ways;
  std::uint64_t power;
};

// The value computed modulo each prime: the sum over e in first..last of the product's coefficient of e times
// C(outside_count, mines), where mines runs from fewest_mines on, upward or downward.
struct Task {
  std::vector<Factor> factors;
  std::size_t first = 0;
  std::size_t last = 0;
  std::int64_t outside_count = 0;
  std::int64_t fewest_mines = 0;
  bool mines_rise = false;  // with e
};

// In multiplications modulo a prime, of about 2 ns.
double cost_of(const Task& task) {
  double cost = 0;
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> lengths;
  const std::size_t limit = task.last + 1;
  for (const Factor& factor : task.factors) {
    for (const BigInteger& ways : factor.ways)
      cost += 5.0 * (ways == 0 ? 1 : static_cast<double>(msb(ways) / 64 + 1));
    const auto length = [&](std::uint64_t power) {
      return static_cast<std::size_t>(std::min<std::uint64_t>(limit, (factor.ways.size() - 1) * power + 1));
    };
    for (std::uint64_t power = factor.power; power > 1; power /= 2)
      cost += PolynomialRing::product_cost(length(power / 2), length(power / 2)) +
              PolynomialRing::product_cost(length(power), length(1));
    lengths.push(length(factor.power));
  }
  while (lengths.size() > 1) {
    const std::size_t a = lengths.top();
    lengths.pop();
    const std::size_t b = lengths.top();
    lengths.pop();
    cost += PolynomialRing::product_cost(a, b);
    lengths.push(std::min(limit, a + b - 1));
  }
  return cost + 6.0 * static_cast<double>(task.last - task.first) +
         3.0 * static_cast<double>(std::min(task.fewest_mines, task.outside_count - task.fewest_mines));
}

ModularPolynomial product_of(std::span<const Factor> factors, const ModularField& field,
                             std::size_t max_length) {
  const PolynomialRing ring(field, max_length);
  const auto is_longer = [](const ModularPolynomial& a, const ModularPolynomial& b) {
    return a.size() > b.size();
  };
  // A heap, the shortest first.
  std::vector<ModularPolynomial> parts;
  for (const Factor& factor : factors) {
    ModularPolynomial polynomial;
    for (std::size_t extra = 0; extra < std::min(factor.ways.size(), max_length); ++extra)
      polynomial.push_back(field.from(static_cast<std::uint64_t>(factor.ways[extra] % field.prime())));
    parts.push_back(ring.power(polynomial, factor.power));
  }
  std::make_heap(parts.begin(), parts.end(), is_longer);
  const auto take = [&] {
    std::pop_heap(parts.begin(), parts.end(), is_longer);
    ModularPolynomial part = std::move(parts.back());
    parts.pop_back();
    return part;
  };
  if (parts.empty()) return {field.one()};
  while (parts.size() > 1) {
    const ModularPolynomial a = take();
    const ModularPolynomial b = take();
    parts.push_back(ring.multiply(a, b));
    std::push_heap(parts.begin(), parts.end(), is_longer);
  }
  return take();
}

Element binomial(const ModularField& field, std::int64_t n, std::int64_t k) {
  k = std::min(k, n - k);
  Element numerator = field.one();
  Element denominator = field.one();
  for (std::int64_t i = 1; i <= k; ++i) {
    numerator = field.multiply(numerator, field.from(static_cast<std::uint64_t>(n - k + i)));
    denominator = field.multiply(denominator, field.from(static_cast<std::uint64_t>(i)));
  }
  return field.multiply(numerator, field.inverse(denominator));
}

// C(n, k) for `count` values of k from `first` on, all with k <= n.
std::vector<Element> binomials(const ModularField& field, std::int64_t n, std::int64_t first,
                               std::size_t count) {
  // C(n, k + 1) = C(n, k) (n - k) / (k + 1), all inverses from a single one, by prefix products.
  std::vector<Element> products{field.one()};
  for (std::size_t i = 1; i < count; ++i)
    products.push_back(field.multiply(
        products.back(), field.from(static_cast<std::uint64_t>(first + static_cast<std::int64_t>(i)))));
  Element inverse = field.inverse(products.back());
  for (std::size_t i = count - 1; i > 0; --i) {
    const Element factor = field.from(static_cast<std::uint64_t>(first + static_cast<std::int64_t>(i)));
    products[i] = field.multiply(inverse, products[i - 1]);  // 1 / (first + i)
    inverse = field.multiply(inverse, factor);
  }
  products[0] = binomial(field, n, first);
  for (std::size_t i = 1; i < count; ++i) {
    const std::int64_t k = first + static_cast<std::int64_t>(i) - 1;
    const Element numerator = field.multiply(products[i - 1], field.from(static_cast<std::uint64_t>(n - k)));
    products[i] = field.multiply(numerator, products[i]);
  }
  return products;
}

std::uint64_t residue_of(const Task& task, const ModularField& field) {
  const ModularPolynomial product = product_of(task.factors, field, task.last + 1);
  const std::size_t count = task.last - task.first + 1;
  std::vector<Element> outside = binomials(field, task.outside_count, task.fewest_mines, count);
  if (!task.mines_rise) std::reverse(outside.begin(), outside.end());
  Element sum = 0;
  for (std::size_t i = 0; i < count; ++i)
    sum = field.add(sum, field.multiply(product[task.first + i], outside[i]));
  return field.value_of(sum);
}

// The least number with these residues.
BigInteger combine(std::span<const ModularField> fields, std::span<const std::uint64_t> residues) {
  BigInteger number = 0;
  BigInteger modulus = 1;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ModularField& field = fields[i];
    const Element missing = field.subtract(field.from(residues[i]),
                                           field.from(static_cast<std::uint64_t>(number % field.prime())));
    const Element of_modulus = field.from(static_cast<std::uint64_t>(modulus % field.prime()));
    number += modulus * field.value_of(field.multiply(missing, field.inverse(of_modulus)));
    modulus *= field.prime();
  }
  return number;
}

}  // namespace

void ExactLayouts::add_component(std::vector<BigInteger> ways) {
  max_extra_ += ways.size() - 1;
  ++multiplicity_[std::move(ways)];
}

std::optional<BigInteger> ExactLayouts::count(std::int64_t outside_count, std::int64_t mines_outside,
                                              double log_layouts) const {
  Task task;
  task.outside_count = outside_count;
  task.first = static_cast<std::size_t>(std::max<std::int64_t>(mines_outside - outside_count, 0));
  task.last =
      static_cast<std::size_t>(std::min<std::int64_t>(mines_outside, static_cast<std::int64_t>(max_extra_)));
  task.fewest_mines = mines_outside - static_cast<std::int64_t>(task.last);
  for (const auto& [ways, power] : multiplicity_) task.factors.push_back({ways, power});
  // Counting from the other end may need fewer coefficients.
  if (max_extra_ - task.first < task.last) {
    for (Factor& factor : task.factors) std::reverse(factor.ways.begin(), factor.ways.end());
    const std::size_t first = max_extra_ - task.last;
    task.last = max_extra_ - task.first;
    task.first = first;
    task.mines_rise = true;
  }
  if (task.last >= std::size_t{1} << (kRootOrder - 1)) return std::nullopt;

  constexpr double kMostMultiplications = 2e9;
  constexpr double kBitsPerPrime = 61.9;
  const double bits = log_layouts / std::numbers::ln2 + 2;
  const auto prime_count = static_cast<std::size_t>(std::ceil(bits / kBitsPerPrime));
  if (static_cast<double>(prime_count) * cost_of(task) > kMostMultiplications) return std::nullopt;
  const std::vector<ModularField> fields = largest_fields(prime_count);
  SAPPER_EXPECT(static_cast<double>(fields.back().prime()) > std::exp2(kBitsPerPrime));
  std::vector<std::uint64_t> residues(prime_count);
  for_each_index_in_parallel(prime_count,
                             [&](std::size_t index) { residues[index] = residue_of(task, fields[index]); });
  return combine(fields, residues);
}

}  // namespace sapper::solvers
