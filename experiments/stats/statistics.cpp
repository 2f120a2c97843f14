#include "experiments/stats/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace sapper::experiments {
namespace {

// e^-y for y >= 0 with a relative error of 1e-13, by operations that are the same on every machine.
double exp_of_minus(double y) {
  constexpr double kLn2 = 0.6931471805599453;
  constexpr int kTerms = 20;
  const double halvings = std::floor(y / kLn2);
  const double rest = y - halvings * kLn2;
  double sum = 1;
  for (int i = kTerms; i > 0; --i) sum = 1 - rest / i * sum;
  return std::ldexp(sum, -static_cast<int>(halvings));
}

// The number of games need not be whole.
Interval wilson_95(double p, double n) {
  const double z2 = kZ95 * kZ95;
  const double center = p + z2 / (2 * n);
  const double spread = kZ95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  const double scale = 1 + z2 / n;
  // Only rounding can move the ends beyond 0 and 1.
  return {std::max(0.0, (center - spread) / scale), std::min(1.0, (center + spread) / scale)};
}

}  // namespace

Interval wilson_95(std::uint64_t wins, std::uint64_t games) {
  if (games == 0) return {};
  const double n = static_cast<double>(games);
  const Interval interval = wilson_95(static_cast<double>(wins) / n, n);
  return {wins == 0 ? 0 : interval.low, wins == games ? 1 : interval.high};
}

double student_95(std::uint64_t freedom) {
  constexpr std::array<double, 10> kOfFew{
      12.706204736174698, 4.302652729749462, 3.182446305283708, 2.776445105197793, 2.570581835636315,
      2.446911851144969,  2.364624251592784, 2.306004135204166, 2.262157162854100, 2.228138851986274};
  if (freedom == 0) return std::numeric_limits<double>::infinity();
  if (freedom <= kOfFew.size()) return kOfFew[freedom - 1];
  constexpr double kZ2 = kZ95 * kZ95;
  // The coefficients of 1 / freedom, its square, ...
  constexpr std::array<double, 4> kTerms{
      kZ95 * (kZ2 + 1) / 4, kZ95 * ((5 * kZ2 + 16) * kZ2 + 3) / 96,
      kZ95 * (((3 * kZ2 + 19) * kZ2 + 17) * kZ2 - 15) / 384,
      kZ95 * ((((79 * kZ2 + 776) * kZ2 + 1482) * kZ2 - 1920) * kZ2 - 945) / 92160};
  double sum = 0;
  for (std::size_t i = kTerms.size(); i > 0; --i) sum = (sum + kTerms[i - 1]) / static_cast<double>(freedom);
  return kZ95 + sum;
}

Interval student_interval_95(const ValueSums& sums) {
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  if (sums.count < 2) return {-kUnbounded, kUnbounded};
  const auto n = static_cast<double>(sums.count);
  const double mean = sums.sum / n;
  const double variance = std::max(0.0, sums.squares / n - mean * mean) / (n - 1);  // of the mean
  const double half_width = student_95(sums.count - 1) * std::sqrt(variance);
  return {mean - half_width, mean + half_width};
}

Interval mean_interval_95(const ValueSums& sums, const Interval& range) {
  if (sums.count == 0) return range;
  const auto with = [&](double value) {
    ValueSums more = sums;
    more.add(value);
    return student_interval_95(more);
  };
  // Noise may put the mean itself below the range.
  const double mean = sums.sum / static_cast<double>(sums.count);
  return {std::min(mean, std::max(range.low, with(range.low).low)), with(range.high).high};
}

std::optional<AdjustedRate> adjusted_win_rate(const RiskSums& sums) {
  if (sums.games < 3) return std::nullopt;
  const auto n = static_cast<double>(sums.games);
  // Means over the games.
  const double loss = static_cast<double>(sums.games - sums.wins) / n;
  const double risk = sums.risk / n;
  const double risk_squared = sums.risk_squared / n;
  const double risk_of_losses = sums.risk_of_losses / n;
  const double excess = loss - risk;  // of L - T
  const double known_variance = sums.guess_variance / n;
  const double excess_variance = loss - 2 * risk_of_losses + risk_squared - excess * excess;
  if (known_variance <= 1e-12 || excess_variance <= 1e-12) return std::nullopt;

  const double from_losses = (loss - risk_of_losses - loss * excess) / excess_variance;
  const double from_risks = (risk - (risk_squared + risk - known_variance) / 2) /
                            known_variance;  // sum of r^2: T - sum of r (1 - r)
  const double weight = (1 - loss) * (1 - loss);
  const double c = std::max(0.0, weight * from_risks + (1 - weight) * from_losses);

  const double adjusted_loss = std::clamp(loss - c * excess, 0.0, 1.0);
  const double plain = adjusted_loss * (1 - adjusted_loss);
  if (plain <= 0) return std::nullopt;
  const double square =
      (1 - c) * (1 - c) * loss + 2 * (1 - c) * c * risk_of_losses + c * c * risk_squared;  // of L - c (L - T)
  const double residual = std::max(0.0, square - adjusted_loss * adjusted_loss) * n / (n - 2);
  const double events = n * std::min(adjusted_loss, 1 - adjusted_loss);
  const double variance = std::min(plain, (events * residual + plain) / (events + 1));
  AdjustedRate adjusted;
  adjusted.value = 1 - adjusted_loss;
  adjusted.variance_ratio = plain / variance;
  adjusted.interval = wilson_95(adjusted.value, n * adjusted.variance_ratio);
  return adjusted;
}

double two_sided_p_value(double z) {
  constexpr double kSeriesBelow = 3;
  constexpr double kLeast = 1e-300;
  const double x = std::abs(z);
  if (x > 40) return 0;
  const double two_densities = 0.7978845608028654 * exp_of_minus(x * x / 2);
  if (x < kSeriesBelow) {
    // P(|Z| < x) = 2 density(x) (x + x^3 / 3 + x^5 / (3 x 5) + ...).
    double term = x;
    double sum = x;
    for (int i = 3; term > sum * 1e-17; i += 2) {
      term *= x * x / i;
      sum += term;
    }
    return std::max(0.0, 1 - two_densities * sum);
  }
  // Laplace's continued fraction: P(Z >= x) = density(x) / (x + 1 / (x + 2 / (x + 3 / ...))).
  constexpr int kDepth = 120;
  double fraction = x;
  for (int i = kDepth; i > 0; --i) fraction = x + i / fraction;
  const double p_value = two_densities / fraction;
  return p_value < kLeast ? 0 : p_value;
}

Deviation judge_largest(double z, std::size_t count) {
  constexpr double kUnlikely = 0.01;
  constexpr double kTooFar = 4;
  if (static_cast<double>(count) * two_sided_p_value(z) >= kUnlikely) return Deviation::expected;
  return std::abs(z) <= kTooFar ? Deviation::unlikely : Deviation::wrong;
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

}  // namespace sapper::experiments
