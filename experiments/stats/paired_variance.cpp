#include "experiments/stats/paired_variance.hpp"

#include <algorithm>
#include <cmath>

namespace sapper::experiments {

double variance_under(double games, double only_a, double only_b, double difference) {
  if (difference < 0) return variance_under(games, only_b, only_a, -difference);
  const double a = 2 * games;
  const double b = (2 * games - only_a + only_b) * difference - only_a - only_b;
  const double c = -only_b * difference * (1 - difference);
  const double root = std::sqrt(std::max(0.0, b * b - 4 * a * c));
  const double share = b > 0 ? -2 * c / (b + root) : (root - b) / (2 * a);
  return 2 * std::max(0.0, share) + difference * (1 - difference);
}

double plain_variance(const PairedCounts& counts) {
  const auto n = static_cast<double>(counts.games);
  const double seen = (static_cast<double>(counts.only_a) - static_cast<double>(counts.only_b)) / n;
  return static_cast<double>(counts.only_a + counts.only_b) / n - seen * seen;
}

double adjusted_variance(const PairedCounts& counts, double plain, double estimated) {
  constexpr double kCoefficients = 2;
  const auto events = static_cast<double>(counts.only_a + counts.only_b);
  return std::min(plain, (events * estimated + kCoefficients * plain) / (events + kCoefficients));
}

EquivalentCounts equivalents_of(double games, double difference, double plain, double variance) {
  const double value = std::clamp(difference, -1.0, 1.0);
  const double equivalent = variance > 0 ? games * plain / variance : games;
  const double share = std::max(std::abs(value), plain + value * value);
  return {equivalent, equivalent * (share + value) / 2, equivalent * (share - value) / 2};
}

}  // namespace sapper::experiments
