#include "experiments/stats/differences.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/stats/paired_variance.hpp"

namespace sapper::experiments {

namespace {

// The root of a decreasing function, by the Illinois variant of false position; the ends have values of opposite signs,
// possibly infinite.
template <class Function>
double falling_root(const Function& function, double low, double high) {
  constexpr int kMaxSteps = 100;
  constexpr double kClose = 1e-12;  // for the value; the slope is at least 1
  double at_low = function(low);
  double at_high = function(high);
  int last_side = 0;
  double middle = (low + high) / 2;
  for (int i = 0; i < kMaxSteps; ++i) {
    middle = std::isfinite(at_low) && std::isfinite(at_high)
                 ? low + (high - low) * (at_low / (at_low - at_high))
                 : (low + high) / 2;
    const double value = function(middle);
    if (std::abs(value) < kClose || middle <= low || middle >= high) break;
    const int side = value > 0 ? 1 : -1;
    if (side == last_side) (side > 0 ? at_high : at_low) /= 2;
    last_side = side;
    (side > 0 ? low : high) = middle;
    (side > 0 ? at_low : at_high) = value;
  }
  return middle;
}

// The differences with |z| < kZ95, for a statistic that decreases with the difference and is 0 at the observed one. The
// bounds are searched on the side of 0 given by z(0), so that they agree with the test despite rounding.
template <class Score>
Interval score_interval(double seen, const Score& score) {
  const double at_zero = score(0);
  const auto bound = [&](double low, double high, double level) {
    if (low < 0 && high > 0) (at_zero >= level ? low : high) = 0;
    return falling_root([&](double difference) { return score(difference) - level; }, low, high);
  };
  return {seen > -1 ? bound(-1, seen, kZ95) : -1, seen < 1 ? bound(seen, 1, -kZ95) : 1};
}

double ratio(double numerator, double variance) {
  if (variance > 0) return numerator / std::sqrt(variance);
  if (numerator == 0) return 0;
  return std::copysign(std::numeric_limits<double>::infinity(), numerator);
}

double paired_score(double games, double only_a, double only_b, double difference) {
  return ratio(only_a - only_b - games * difference,
               games * variance_under(games, only_a, only_b, difference));
}

Difference paired(double games, double only_a, double only_b) {
  if (games <= 0) return {};
  const double seen = (only_a - only_b) / games;
  const auto score = [&](double difference) { return paired_score(games, only_a, only_b, difference); };
  return {seen, score_interval(seen, score), two_sided_p_value(score(0))};
}

struct Proportion {
  double wins;
  double games;
  double rate() const { return wins / games; }
};

// Mee 1984. b's rate under the difference is the root of the derivative of the log likelihood, which is decreasing.
double independent_score(const Proportion& a, const Proportion& b, double difference) {
  if (difference < 0) return -independent_score(b, a, -difference);
  double rate = (a.wins + b.wins) / (a.games + b.games);
  if (difference > 0) {
    constexpr int kHalvings = 45;
    const auto term = [](double count, double share) { return count > 0 ? count / share : 0; };
    double low = 0;
    double high = 1 - difference;
    for (int i = 0; i < kHalvings; ++i) {
      rate = (low + high) / 2;
      const double slope = term(a.wins, rate + difference) - term(a.games - a.wins, 1 - rate - difference) +
                           term(b.wins, rate) - term(b.games - b.wins, 1 - rate);
      (slope > 0 ? low : high) = rate;
    }
  }
  const double rate_a = rate + difference;
  return ratio(a.rate() - b.rate() - difference,
               rate_a * std::max(0.0, 1 - rate_a) / a.games + rate * (1 - rate) / b.games);
}

}  // namespace

Difference paired_difference(std::uint64_t games, std::uint64_t only_a, std::uint64_t only_b) {
  return paired(static_cast<double>(games), static_cast<double>(only_a), static_cast<double>(only_b));
}

Difference independent_difference(double rate_a, double games_a, double rate_b, double games_b) {
  if (games_a <= 0 || games_b <= 0) return {};
  const Proportion a{rate_a * games_a, games_a};
  const Proportion b{rate_b * games_b, games_b};
  const double seen = rate_a - rate_b;
  const auto score = [&](double difference) { return independent_score(a, b, difference); };
  return {seen, score_interval(seen, score), two_sided_p_value(score(0))};
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
  // The normal equations; a control that is constant or collinear with the other is omitted.
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

Difference adjusted_difference(const PairedCounts& counts, const ControlledMean::Estimate& estimate) {
  const double plain = plain_variance(counts);
  if (plain <= 0) return paired_difference(counts.games, counts.only_a, counts.only_b);
  const EquivalentCounts equivalents =
      equivalents_of(static_cast<double>(counts.games), estimate.value, plain,
                     adjusted_variance(counts, plain, estimate.variance));
  return paired(equivalents.games, equivalents.only_a, equivalents.only_b);
}

}  // namespace sapper::experiments
