#include "experiments/engine/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

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

// For any number of games, whole or not.
Interval wilson_95(double p, double n) {
  const double z2 = kZ95 * kZ95;
  const double center = p + z2 / (2 * n);
  const double spread = kZ95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  const double scale = 1 + z2 / n;
  return {(center - spread) / scale, (center + spread) / scale};
}

}  // namespace

Interval wilson_95(std::uint64_t wins, std::uint64_t games) {
  if (games == 0) return {};
  const double n = static_cast<double>(games);
  const Interval interval = wilson_95(static_cast<double>(wins) / n, n);
  return {wins == 0 ? 0 : interval.low, wins == games ? 1 : interval.high};
}

std::optional<AdjustedRate> adjusted_win_rate(const RiskSums& sums) {
  if (sums.games < 2) return std::nullopt;
  const auto n = static_cast<double>(sums.games);
  const auto losses = static_cast<double>(sums.games - sums.wins);
  const double loss = losses / n;
  const double excess = loss - sums.risk / n;  // the mean of L - T
  const double variance = loss * (1 - loss);
  const double excess_variance = (losses - 2 * sums.risk_of_losses + sums.risk_squared) / n - excess * excess;
  if (variance <= 0 || excess_variance <= 1e-12) return std::nullopt;
  const double covariance = (losses - sums.risk_of_losses) / n - loss * excess;
  const double coefficient = covariance / excess_variance;
  const double left = variance - coefficient * covariance;
  if (left <= 1e-9 * variance) return std::nullopt;
  AdjustedRate adjusted;
  adjusted.value = std::min(1.0, std::max(0.0, 1 - (loss - coefficient * excess)));
  adjusted.variance_ratio = variance / left;
  // The variance belongs to the adjusted rate: so many plain games would have it.
  const double plain = adjusted.value * (1 - adjusted.value);
  adjusted.interval = wilson_95(adjusted.value, n * (plain > 0 ? plain / left : 1));
  return adjusted;
}

Difference paired_difference_95(std::uint64_t games, std::uint64_t only_a, std::uint64_t only_b) {
  if (games == 0) return {};
  const auto a = static_cast<double>(only_a);
  const auto b = static_cast<double>(only_b);
  const double n = static_cast<double>(games) + 2;
  const double center = (a - b) / n;
  const double spread = kZ95 * std::sqrt(((a + b + 1) / n - center * center) / n);
  return {(a - b) / static_cast<double>(games),
          {std::max(-1.0, center - spread), std::min(1.0, center + spread)}};
}

Difference independent_difference(double a, const Interval& of_a, double b, const Interval& of_b) {
  const auto length = [](double x, double y) { return std::sqrt(x * x + y * y); };
  const double value = a - b;
  return {value, {value - length(a - of_a.low, of_b.high - b), value + length(of_a.high - a, b - of_b.low)}};
}

void ControlledMean::add(double value, double control_1, double control_2) {
  ++count_;
  const double all[3] = {value, control_1, control_2};
  for (std::size_t i = 0; i < 3; ++i) {
    sums_[i] += all[i];
    for (std::size_t j = 0; j < 3; ++j) products_[i][j] += all[i] * all[j];
  }
}

std::optional<ControlledMean::Estimate> ControlledMean::estimate() const {
  if (count_ < 4) return std::nullopt;
  const auto n = static_cast<double>(count_);
  const auto covariance = [&](std::size_t i, std::size_t j) {
    return products_[i][j] / n - sums_[i] / n * (sums_[j] / n);
  };
  // The normal equations; a control that does not vary, or varies with the other, is left out.
  double c1 = 0;
  double c2 = 0;
  const double v1 = covariance(1, 1);
  const double v2 = covariance(2, 2);
  const double determinant = v1 * v2 - covariance(1, 2) * covariance(1, 2);
  if (determinant > 1e-9 * v1 * v2) {
    c1 = (covariance(0, 1) * v2 - covariance(0, 2) * covariance(1, 2)) / determinant;
    c2 = (covariance(0, 2) * v1 - covariance(0, 1) * covariance(1, 2)) / determinant;
  } else if (v1 > 0) {
    c1 = covariance(0, 1) / v1;
  } else if (v2 > 0) {
    c2 = covariance(0, 2) / v2;
  }
  const double value = sums_[0] / n - c1 * sums_[1] / n - c2 * sums_[2] / n;
  const double variance = covariance(0, 0) - c1 * covariance(0, 1) - c2 * covariance(0, 2);
  if (variance <= 0) return std::nullopt;
  return Estimate{value, variance * n / (n - 3)};
}

std::optional<Difference> ControlledMean::estimate_95() const {
  const auto found = estimate();
  if (!found) return std::nullopt;
  const double spread = kZ95 * std::sqrt(found->variance / static_cast<double>(count_));
  return Difference{found->value, {found->value - spread, found->value + spread}};
}

double two_proportions_p_value(std::uint64_t wins_a, std::uint64_t games_a, std::uint64_t wins_b,
                               std::uint64_t games_b) {
  if (games_a == 0 || games_b == 0) return 1;
  const auto n_a = static_cast<double>(games_a);
  const auto n_b = static_cast<double>(games_b);
  const double pooled = static_cast<double>(wins_a + wins_b) / (n_a + n_b);
  const double error = std::sqrt(pooled * (1 - pooled) * (1 / n_a + 1 / n_b));
  if (error == 0) return 1;
  const double z = (static_cast<double>(wins_a) / n_a - static_cast<double>(wins_b) / n_b) / error;
  return std::erfc(std::abs(z) / std::numbers::sqrt2);
}

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return p_values[i] < p_values[j]; });
  std::vector<double> adjusted(p_values.size());
  double most = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    most = std::max(most, std::min(1.0, static_cast<double>(order.size() - rank) * p_values[order[rank]]));
    adjusted[order[rank]] = most;
  }
  return adjusted;
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
