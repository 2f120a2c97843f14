#include "experiments/stats/threshold.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sapper::experiments {
namespace {

// A win rate and its derivative by the line.
struct RateAt {
  double rate, derivative;
};

RateAt rate_at(RateLink link, double line) {
  if (link == RateLink::logistic) {
    const double rate = 1 / (1 + std::exp(-line));
    return {rate, rate * (1 - rate)};
  }
  return {std::erfc(-line / std::numbers::sqrt2) / 2,
          std::exp(-line * line / 2) / std::sqrt(2 * std::numbers::pi)};
}

// The line at which the win rate is this; halving suffices for a level that is asked for once.
double line_of(RateLink link, double rate) {
  if (link == RateLink::logistic) return std::log(rate / (1 - rate));
  double low = -40, high = 40;
  for (int halving = 0; halving < 100; ++halving) {
    const double middle = (low + high) / 2;
    (rate_at(link, middle).rate < rate ? low : high) = middle;
  }
  return (low + high) / 2;
}

// The probability that chi-squared is at least this (M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions",
// 26.4.4 and 26.4.5).
double chi_squared_tail(double value, std::size_t freedom) {
  const double half = value / 2;
  const bool is_even = freedom % 2 == 0;
  double tail = is_even ? 0 : std::erfc(std::sqrt(half));
  double term = std::exp(-half) * (is_even ? 1 : 2 * std::sqrt(half / std::numbers::pi));
  for (std::size_t i = is_even ? 2 : 3; i <= freedom; i += 2) {
    tail += term;
    term *= half / (static_cast<double>(i) / 2);
  }
  return std::clamp(tail, 0.0, 1.0);
}

// A symmetric matrix of a and b.
struct Information {
  double aa = 0, ab = 0, bb = 0;
  double determinant() const { return aa * bb - ab * ab; }
};

struct Step {
  Information information;
  double score_a = 0, score_b = 0;
};

Step step_at(std::span<const RatePoint> points, const RateCurve& curve) {
  Step step;
  for (const RatePoint& point : points) {
    const double x = point.x - curve.middle, games = static_cast<double>(point.games);
    const auto [rate, derivative] = rate_at(curve.link, curve.a + curve.b * x);
    const double variance = std::max(rate * (1 - rate), 1e-300);
    const double score = (static_cast<double>(point.wins) - games * rate) * derivative / variance;
    const double weight = games * derivative * derivative / variance;
    step.score_a += score;
    step.score_b += score * x;
    step.information.aa += weight;
    step.information.ab += weight * x;
    step.information.bb += weight * x * x;
  }
  return step;
}

double log_likelihood(std::span<const RatePoint> points, const RateCurve& curve) {
  double sum = 0;
  for (const RatePoint& point : points) {
    const double rate =
        std::clamp(rate_at(curve.link, curve.a + curve.b * (point.x - curve.middle)).rate, 1e-15, 1 - 1e-15);
    sum += static_cast<double>(point.wins) * std::log(rate) +
           static_cast<double>(point.games - point.wins) * std::log1p(-rate);
  }
  return sum;
}

// Fisher's scoring with halved steps; false if it does not end at a finite line.
bool climb(std::span<const RatePoint> points, RateCurve& curve) {
  constexpr int kMostSteps = 100;
  double likelihood = log_likelihood(points, curve);
  for (int count = 0; count < kMostSteps; ++count) {
    const auto [information, score_a, score_b] = step_at(points, curve);
    const double determinant = information.determinant();
    if (!(determinant > 1e-12 * information.aa * information.bb)) return false;
    const double by_a = (information.bb * score_a - information.ab * score_b) / determinant;
    const double by_b = (information.aa * score_b - information.ab * score_a) / determinant;
    // What the likelihood can still gain, at most about half of this.
    if (by_a * score_a + by_b * score_b < 1e-10) return true;
    RateCurve next = curve;
    double share = 1;
    double gained = 0;
    do {
      next.a = curve.a + share * by_a;
      next.b = curve.b + share * by_b;
      gained = log_likelihood(points, next);
      share /= 2;
    } while (!(gained >= likelihood) && share > 1e-6);
    if (!(gained >= likelihood)) return true;  // the ends of double precision
    curve.a = next.a;
    curve.b = next.b;
    likelihood = gained;
  }
  return false;
}

// Whether all games are won up to some x and lost after it, or the reverse; one x may have both.
bool is_separated(std::span<const RatePoint> points) {
  std::size_t mixed = 0, turns = 0;
  const RatePoint* last = nullptr;
  for (const RatePoint& point : points) {
    if (point.wins > 0 && point.wins < point.games) {
      ++mixed;
      continue;
    }
    if (last != nullptr && (last->wins == 0) != (point.wins == 0)) ++turns;
    last = &point;
  }
  return mixed < 2 && turns < 2;
}

void judge_fit(std::span<const RatePoint> points, RateCurve& curve) {
  constexpr double kFewestExpected = 1;  // wins and losses of a point that chi-squared is true of
  std::size_t used = 0;
  for (const RatePoint& point : points) {
    const double games = static_cast<double>(point.games);
    const double rate = rate_at(curve.link, curve.a + curve.b * (point.x - curve.middle)).rate;
    if (games * std::min(rate, 1 - rate) < kFewestExpected) continue;
    ++used;
    const double off = static_cast<double>(point.wins) - games * rate;
    curve.chi_squared += off * off / (games * rate * (1 - rate));
  }
  if (used < 3) return;
  curve.freedom = used - 2;
  curve.lack_of_fit_p = chi_squared_tail(curve.chi_squared, curve.freedom);
  curve.dispersion = std::max(curve.chi_squared / static_cast<double>(curve.freedom), 1.0);
  if (curve.is_bad()) curve.quantile = student_95(curve.freedom);
}

// The derivative of a place by a and b, times -b.
std::array<double, 2> gradient_at(const RateCurve& curve, double place) { return {1, place - curve.middle}; }

double variance_of_place(const RateCurve& curve, double place) {
  const auto [by_a, by_b] = gradient_at(curve, place);
  const auto& [aa, ab, bb] = curve.covariance;
  return (by_a * by_a * aa + 2 * by_a * by_b * ab + by_b * by_b * bb) / (curve.b * curve.b);
}

}  // namespace

Interval RateCurve::slope_95() const {
  const double half = quantile * std::sqrt(covariance[2]);
  return {b - half, b + half};
}

std::optional<RateCurve> fit_rate_curve(std::span<const RatePoint> points, RateLink link) {
  RateCurve curve;
  curve.link = link;
  double games = 0, wins = 0;
  for (const RatePoint& point : points) {
    games += static_cast<double>(point.games);
    wins += static_cast<double>(point.wins);
    curve.middle += point.x * static_cast<double>(point.games);
  }
  if (points.size() < 2 || wins == 0 || wins == games || is_separated(points)) return std::nullopt;
  curve.middle /= games;
  curve.a = line_of(link, wins / games);
  if (!climb(points, curve)) return std::nullopt;
  judge_fit(points, curve);
  const Information information = step_at(points, curve).information;
  const double scale = curve.dispersion / information.determinant();
  curve.covariance = {information.bb * scale, -information.ab * scale, information.aa * scale};
  return curve;
}

// The roots of (a - l + b x)^2 = q^2 (V_aa + 2 x V_ab + x^2 V_bb).
Crossing place_of_level(const RateCurve& curve, double level) {
  const double off = curve.a - line_of(curve.link, level), square = curve.quantile * curve.quantile;
  const auto& [aa, ab, bb] = curve.covariance;
  const double leading = curve.b * curve.b - square * bb, linear = off * curve.b - square * ab,
               constant = off * off - square * aa;
  Crossing place{curve.middle - off / curve.b, {}, {}};
  if (leading <= 0) return place;
  const double root = std::sqrt(std::max(linear * linear - leading * constant, 0.0));
  place.low = curve.middle + (-linear - root) / leading;
  place.high = curve.middle + (-linear + root) / leading;
  return place;
}

Difference difference_of_places(const RateCurve& a, const RateCurve& b, std::span<const PairedPoint> points,
                                double level) {
  const double place_a = place_of_level(a, level).value, place_b = place_of_level(b, level).value;
  // The covariance of the scores, [by a's line][by b's line].
  std::array<std::array<double, 2>, 2> of_scores{};
  for (const auto& [x, counts] : points) {
    const auto games = static_cast<double>(counts.games);
    if (games == 0) continue;
    const double both = static_cast<double>(counts.both) / games;
    const double covariance = both - (both + static_cast<double>(counts.only_a) / games) *
                                         (both + static_cast<double>(counts.only_b) / games);
    const auto factor_of = [x = x](const RateCurve& curve) {
      const auto [rate, derivative] = rate_at(curve.link, curve.a + curve.b * (x - curve.middle));
      return derivative / std::max(rate * (1 - rate), 1e-300);
    };
    const double weight = games * covariance * factor_of(a) * factor_of(b);
    const std::array<double, 2> of_a{1, x - a.middle}, of_b{1, x - b.middle};
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j) of_scores[i][j] += weight * of_a[i] * of_b[j];
  }
  // A place moves by its gradient times the inverse information, which is the covariance over the dispersion, times the
  // score.
  const auto lever_of = [](const RateCurve& curve, double place) {
    const auto [by_a, by_b] = gradient_at(curve, place);
    const auto& [aa, ab, bb] = curve.covariance;
    const double scale = 1 / (curve.b * std::sqrt(curve.dispersion));
    return std::array<double, 2>{(by_a * aa + by_b * ab) * scale, (by_a * ab + by_b * bb) * scale};
  };
  const std::array<double, 2> lever_a = lever_of(a, place_a), lever_b = lever_of(b, place_b);
  double shared = 0;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j) shared += lever_a[i] * of_scores[i][j] * lever_b[j];
  const double variance = variance_of_place(a, place_a) + variance_of_place(b, place_b) - 2 * shared;
  const double error = std::sqrt(std::max(variance, 0.0)), quantile = std::max(a.quantile, b.quantile);
  Difference difference{.value = place_a - place_b};
  difference.interval = {difference.value - quantile * error, difference.value + quantile * error};
  if (error > 0) difference.p_value = two_sided_p_value(difference.value / error * kZ95 / quantile);
  return difference;
}

}  // namespace sapper::experiments
