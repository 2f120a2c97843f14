// Tests of hypotheses, for tests of random behaviour. Such a test uses fixed seeds, so its result is deterministic; its
// threshold says how often a correct program would fail it over all seeds.
#pragma once

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstdint>
#include <span>

namespace sapper::tests {

// A correct program fails a test at this threshold for one seed in a million.
inline constexpr double kFalseAlarmRate = 1e-6;

// P(a chi-square statistic at least as large as that of these counts), were all bins equally likely. At least
// two bins; exact enough from five expected a bin.
inline double uniformity_p_value(std::span<const std::uint64_t> counts) {
  double total = 0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(counts.size());
  double statistic = 0;
  for (const std::uint64_t count : counts) {
    const double difference = static_cast<double>(count) - expected;
    statistic += difference * difference / expected;
  }
  return boost::math::gamma_q(static_cast<double>(counts.size() - 1) / 2, statistic / 2);
}

// Twice the smaller tail of the binomial distribution, at most 1.
inline double binomial_p_value(std::uint64_t successes, std::uint64_t trials, double probability) {
  const boost::math::binomial_distribution<> law(static_cast<double>(trials), probability);
  const auto k = static_cast<double>(successes);
  const double below = cdf(law, k);
  const double above = successes == 0 ? 1 : cdf(complement(law, k - 1));
  return std::min(1.0, 2 * std::min(below, above));
}

}  // namespace sapper::tests
