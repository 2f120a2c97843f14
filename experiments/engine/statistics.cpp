#include "experiments/engine/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sapper::experiments {
namespace {

constexpr double kZ95 = 1.959963984540054;  // the normal distribution's 97.5 % quantile

// C(2m, m) / 4^m: Wallis' product for small m, else Stirling's series, whose next term is below 1e-17 from
// there on.
double central_binomial(std::uint64_t m) {
  constexpr std::uint64_t kSeriesFrom = 500;
  if (m < kSeriesFrom) {
    double product = 1;
    for (std::uint64_t j = 1; j <= m; ++j)
      product *= static_cast<double>(2 * j - 1) / static_cast<double>(2 * j);
    return product;
  }
  const double x = 1 / static_cast<double>(m);
  const double series =
      1 + x * (-1.0 / 8 + x * (1.0 / 128 + x * (5.0 / 1024 + x * (-21.0 / 32768 + x * (-399.0 / 262144)))));
  return series * std::sqrt(x / std::numbers::pi);
}

}  // namespace

Interval wilson_95(std::uint64_t wins, std::uint64_t games) {
  if (games == 0) return {};
  const double n = static_cast<double>(games);
  const double p = static_cast<double>(wins) / n;
  const double z2 = kZ95 * kZ95;
  const double center = p + z2 / (2 * n);
  const double spread = kZ95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  const double scale = 1 + z2 / n;
  return {wins == 0 ? 0 : (center - spread) / scale, wins == games ? 1 : (center + spread) / scale};
}

double mcnemar_p_value(std::uint64_t only_a, std::uint64_t only_b) {
  const std::uint64_t n = only_a + only_b;
  const std::uint64_t least = std::min(only_a, only_b);
  if (only_a == only_b) return 1;
  // The binomial term of n/2 (for an odd n, of (n-1)/2: half that of n+1), then term by term down to `least`.
  double term = central_binomial((n + 1) / 2);
  std::uint64_t i = n / 2;
  const auto step = [&] {
    term *= static_cast<double>(i) / static_cast<double>(n - i + 1);
    --i;
  };
  while (i > least) {
    step();
    if (term < 1e-300) return 0;
  }
  double tail = term;
  while (i > 0 && term > tail * 1e-18) {
    step();
    tail += term;
  }
  return std::min(1.0, 2 * tail);
}

}  // namespace sapper::experiments
