// In place of FLINT: the polynomials multiplied term by term. Boards of a browser have few components; where there are
// many, the count is left out, as the native program leaves it out where it would take seconds.
#include "solvers/minesweeper/analysis/exact_layouts.hpp"

#include <algorithm>

namespace sapper::solvers {
namespace {

using Polynomial = std::vector<BigInteger>;

// The first `length` coefficients of the product.
Polynomial product(const Polynomial& a, const Polynomial& b, std::size_t length) {
  Polynomial result(std::min(length, a.size() + b.size() - 1));
  for (std::size_t i = 0; i < std::min(a.size(), length); ++i)
    for (std::size_t j = 0; j < b.size() && i + j < length; ++j) result[i + j] += a[i] * b[j];
  return result;
}

BigInteger binomial(std::int64_t n, std::int64_t k) {
  BigInteger value = 1;
  for (std::int64_t i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
  return value;
}

}  // namespace

void ExactLayouts::add_component(std::vector<BigInteger> ways) {
  max_extra_ += ways.size() - 1;
  ++multiplicity_[std::move(ways)];
}

std::optional<BigInteger> ExactLayouts::count(std::int64_t outside_count, std::int64_t mines_outside) const {
  constexpr std::size_t kMostExtra = 2'000;
  constexpr std::int64_t kMostOutside = 20'000;
  if (max_extra_ > kMostExtra || outside_count > kMostOutside) return std::nullopt;
  const std::int64_t fewest = std::max<std::int64_t>(mines_outside - outside_count, 0);
  const std::int64_t most = std::min(mines_outside, static_cast<std::int64_t>(max_extra_));
  Polynomial all{1};
  for (const auto& [ways, exponent] : multiplicity_)
    for (std::uint64_t i = 0; i < exponent; ++i) all = product(all, ways, static_cast<std::size_t>(most) + 1);
  std::int64_t outside = mines_outside - most;
  BigInteger ways_outside = binomial(outside_count, outside);
  BigInteger sum = 0;
  for (std::int64_t extra = most; extra >= fewest; --extra) {
    sum += all[static_cast<std::size_t>(extra)] * ways_outside;
    ways_outside = ways_outside * (outside_count - outside) / (outside + 1);
    ++outside;
  }
  return sum;
}

}  // namespace sapper::solvers
