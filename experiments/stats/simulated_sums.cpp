#include "experiments/stats/simulated_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/random/stream.hpp"

namespace sapper::experiments {
namespace {

double normal_variate(sim::Stream& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

std::uint64_t binomial_variate(std::uint64_t draws, double share, sim::Stream& random) {
  constexpr double kMostByInversion = 30;
  if (draws == 0 || share <= 0) return 0;
  if (share >= 1) return draws;
  if (share > 0.5) return draws - binomial_variate(draws, 1 - share, random);
  const auto n = static_cast<double>(draws);
  const double mean = n * share;
  if (mean > kMostByInversion) {
    const double value = std::round(mean + std::sqrt(mean * (1 - share)) * normal_variate(random));
    return static_cast<std::uint64_t>(std::clamp(value, 0.0, n));
  }
  const double odds = share / (1 - share);
  double left = random.uniform();
  double probability = std::exp(n * std::log1p(-share));
  std::uint64_t value = 0;
  while (left >= probability && value < draws) {
    left -= probability;
    ++value;
    probability *= odds * static_cast<double>(draws - value + 1) / static_cast<double>(value);
  }
  return value;
}

double quantile(std::span<const ValueShare> table, double level) {
  double below = 0;
  for (const ValueShare& entry : table) {
    below += entry.share;
    if (below > level) return entry.value;
  }
  return table.back().value;
}

}  // namespace

std::vector<double> simulated_sums(std::span<const ValueShare> table, std::uint64_t draws,
                                   std::size_t count) {
  std::vector<double> sums;
  sim::Stream random({0, draws, table.size()}, sim::StreamPurpose::playout);
  for (std::size_t i = 0; i < count; ++i) {
    if (draws == 1) {
      sums.push_back(quantile(table, (static_cast<double>(i) + 0.5) / static_cast<double>(count)));
      continue;
    }
    double sum = 0;
    double share_left = 1;
    std::uint64_t draws_left = draws;
    for (const ValueShare& entry : table) {
      const std::uint64_t drawn = &entry == &table.back()
                                      ? draws_left
                                      : binomial_variate(draws_left, entry.share / share_left, random);
      sum += static_cast<double>(drawn) * entry.value;
      draws_left -= drawn;
      share_left -= entry.share;
      if (draws_left == 0) break;
    }
    sums.push_back(sum);
  }
  std::sort(sums.begin(), sums.end());
  return sums;
}

}  // namespace sapper::experiments
