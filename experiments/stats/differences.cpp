#include "experiments/stats/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/support/json/writer.hpp"
#include "experiments/support/terminal_width.hpp"
#include "experiments/support/text.hpp"

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

// The variance of one game's difference, by the maximum likelihood estimate under a true `difference` (Tango 1998,
// equations 3 and 4): a quadratic equation for the share of games that only b wins. Counts need not be whole.
double variance_under(double games, double only_a, double only_b, double difference) {
  if (difference < 0) return variance_under(games, only_b, only_a, -difference);
  const double a = 2 * games;
  const double b = (2 * games - only_a + only_b) * difference - only_a - only_b;
  const double c = -only_b * difference * (1 - difference);
  const double root = std::sqrt(std::max(0.0, b * b - 4 * a * c));
  const double share = b > 0 ? -2 * c / (b + root) : (root - b) / (2 * a);
  return 2 * std::max(0.0, share) + difference * (1 - difference);
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

namespace {

// The variance of one difference of the results as counted.
double plain_variance(const PairedCounts& counts) {
  const auto n = static_cast<double>(counts.games);
  const double seen = (static_cast<double>(counts.only_a) - static_cast<double>(counts.only_b)) / n;
  return static_cast<double>(counts.only_a + counts.only_b) / n - seen * seen;
}

// The variance of one adjusted difference, combined with two events of the plain variance, one for each coefficient.
double adjusted_variance(const PairedCounts& counts, double plain, double estimated) {
  constexpr double kCoefficients = 2;
  const auto events = static_cast<double>(counts.only_a + counts.only_b);
  return std::min(plain, (events * estimated + kCoefficients * plain) / (events + kCoefficients));
}

// The counts of as many games as would have this difference with the plain variance: equivalents, not whole.
struct Equivalents {
  double games, only_a, only_b;
};
Equivalents equivalents_of(double games, double difference, double plain, double variance) {
  const double value = std::clamp(difference, -1.0, 1.0);
  const double equivalent = variance > 0 ? games * plain / variance : games;
  const double share = std::max(std::abs(value), plain + value * value);
  return {equivalent, equivalent * (share + value) / 2, equivalent * (share - value) / 2};
}

}  // namespace

Difference adjusted_difference(const PairedCounts& counts, const ControlledMean::Estimate& estimate) {
  const double plain = plain_variance(counts);
  if (plain <= 0) return paired_difference(counts.games, counts.only_a, counts.only_b);
  const Equivalents equivalents = equivalents_of(static_cast<double>(counts.games), estimate.value, plain,
                                                 adjusted_variance(counts, plain, estimate.variance));
  return paired(equivalents.games, equivalents.only_a, equivalents.only_b);
}

using json::rounded;

std::pair<std::size_t, std::size_t> tested_players(const Sprt& sprt, std::span<const std::string> labels) {
  const auto index = [&](const std::string& label) {
    return static_cast<std::size_t>(std::find(labels.begin(), labels.end(), label) - labels.begin());
  };
  return {index(sprt.a), index(sprt.b)};
}

SprtSample sample_of(const PairedCounts& counts) {
  if (counts.games == 0) return {};
  return {counts.games, static_cast<double>(counts.only_a) - static_cast<double>(counts.only_b),
          plain_variance(counts)};
}

SprtSample adjusted_sample_of(const PairedCounts& counts,
                              const std::optional<ControlledMean::Estimate>& difference) {
  const SprtSample plain = sample_of(counts);
  if (!difference || plain.variance <= 0) return plain;
  const double variance = adjusted_variance(counts, plain.variance, difference->variance);
  return {counts.games, difference->value * static_cast<double>(counts.games), variance,
          plain.variance / variance};
}

SprtSample mean_sample(std::span<const SprtSample> samples) {
  SprtSample mean;
  double plain = 0;
  bool is_adjusted = false;
  for (const SprtSample& sample : samples) {
    mean.games += sample.games;
    mean.sum += sample.sum;
    mean.variance += sample.variance / static_cast<double>(samples.size());
    const bool is_plain = sample.variance_ratio <= 0;  // as where the players differ in no game of a case
    plain += sample.variance * (is_plain ? 1 : sample.variance_ratio) / static_cast<double>(samples.size());
    is_adjusted = is_adjusted || !is_plain;
  }
  if (is_adjusted) mean.variance_ratio = plain / mean.variance;
  return mean;
}

double log_likelihood_ratio(const Sprt& sprt, const SprtSample& sample) {
  constexpr double kLeast = 1e-12;  // where a hypothesis leaves no chance: a difference of 1 or -1
  if (sample.games == 0) return 0;
  const auto n = static_cast<double>(sample.games);
  const double plain = sample.variance * (sample.variance_ratio > 0 ? sample.variance_ratio : 1);
  const Equivalents seen = equivalents_of(n, sample.sum / n, plain, sample.variance);
  const double beyond = seen.only_a - seen.only_b - seen.games * (sprt.d0 + sprt.d1) / 2;
  const double variance =
      variance_under(seen.games, seen.only_a, seen.only_b, beyond > 0 ? sprt.d0 : sprt.d1);
  return (sprt.d1 - sprt.d0) * beyond / std::max(variance, kLeast);
}

std::optional<Hypothesis> accepted(const Sprt& sprt, const SprtSample& sample) {
  const double ratio = log_likelihood_ratio(sprt, sample);
  if (ratio >= std::log((1 - sprt.beta) / sprt.alpha)) return Hypothesis::d1;
  if (ratio <= std::log(sprt.beta / (1 - sprt.alpha))) return Hypothesis::d0;
  return std::nullopt;
}

boost::json::object sprt_json(const Sprt& sprt, const SprtSample& sample) {
  const double ratio = log_likelihood_ratio(sprt, sample);
  const auto hypothesis = accepted(sprt, sample);
  boost::json::object object{{"d0", sprt.d0},
                             {"d1", sprt.d1},
                             {"alpha", sprt.alpha},
                             {"beta", sprt.beta},
                             {"log_likelihood_ratio", rounded(ratio)},
                             {"accepted", nullptr}};
  if (hypothesis) object["accepted"] = *hypothesis == Hypothesis::d0 ? "d0" : "d1";
  if (sample.variance_ratio > 0) {
    object["difference_adjusted"] = rounded(sample.sum / static_cast<double>(sample.games));
    object["variance_ratio"] = rounded(sample.variance_ratio);
  }
  return object;
}

std::string sprt_text(const Sprt& sprt, std::string_view where, const SprtSample& sample) {
  const double ratio = log_likelihood_ratio(sprt, sample);
  const auto hypothesis = accepted(sprt, sample);
  const std::string test =
      fmt::format("{} minus {} on {}, log likelihood ratio {:+.2f} after {}", printable(sprt.a),
                  printable(sprt.b), where, ratio, count_text(sample.games, "game"));
  if (!hypothesis)
    return fmt::format("The sequential test is undecided between d0 = {} and d1 = {}: {}.", sprt.d0, sprt.d1,
                       test);
  return fmt::format(
      "The sequential test accepts {} rather than {}: {}.",
      *hypothesis == Hypothesis::d1 ? fmt::format("d1 = {}", sprt.d1) : fmt::format("d0 = {}", sprt.d0),
      *hypothesis == Hypothesis::d1 ? fmt::format("d0 = {}", sprt.d0) : fmt::format("d1 = {}", sprt.d1),
      test);
}

namespace {

enum class Ends : std::uint8_t { plain, with_sign };

// What follows a value: ` ± 0.69`, or ` (56.55 to 100.00)` if its interval is lopsided.
std::string after_value(double value, const Interval& interval, int decimals, Ends ends,
                        std::string_view sign = plus_minus()) {
  constexpr double kMostLopsided = 0.1;  // distance of the interval's centre from the value, in half-widths
  const double half_width = interval.half_width();
  const double middle = interval.low + half_width;
  if (std::abs(middle - value) <= kMostLopsided * half_width)
    return fmt::format(" {} {:.{}f}", sign, 100 * half_width, decimals);
  if (ends == Ends::with_sign)
    return fmt::format(" ({:+.{}f} to {:+.{}f})", 100 * interval.low, decimals, 100 * interval.high,
                       decimals);
  return fmt::format(" ({:.{}f} to {:.{}f})", 100 * interval.low, decimals, 100 * interval.high, decimals);
}

}  // namespace

std::string rate_text(std::uint64_t wins, std::uint64_t games) {
  const double rate = games == 0 ? 0 : static_cast<double>(wins) / static_cast<double>(games);
  return fmt::format("{:.2f} %", 100 * rate) + after_value(rate, wilson_95(wins, games), 2, Ends::plain);
}

std::string interval_text(double rate, const Interval& interval, int decimals) {
  return interval_text(rate, interval, decimals, plus_minus());
}

std::string interval_text(double rate, const Interval& interval, int decimals, std::string_view sign) {
  return fmt::format("{:.{}f}", 100 * rate, decimals) +
         after_value(rate, interval, decimals, Ends::plain, sign);
}

std::string difference_text(const Difference& difference) {
  return fmt::format("{:+.2f}", 100 * difference.value) +
         after_value(difference.value, difference.interval, 2, Ends::with_sign);
}

std::string rate_note() { return fmt::format("{} or (low to high): 95 % interval", plus_minus()); }

}  // namespace sapper::experiments
