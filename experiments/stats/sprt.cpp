#include "experiments/stats/sprt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

using json::rounded;

std::pair<std::size_t, std::size_t> tested_players(const Sprt& sprt, std::span<const std::string> labels) {
  const auto index = [&](const std::string& label) {
    return static_cast<std::size_t>(std::find(labels.begin(), labels.end(), label) - labels.begin());
  };
  return {index(sprt.a), index(sprt.b)};
}

SprtSample sample_of(const PairedCounts& counts) {
  const auto n = static_cast<double>(counts.games);
  const auto a = static_cast<double>(counts.only_a);
  const auto b = static_cast<double>(counts.only_b);
  const double smoothed_mean = (a - b) / (n + 2);
  return {counts.games, a - b, (a + b + 1) / (n + 2) - smoothed_mean * smoothed_mean};
}

SprtSample adjusted_sample_of(const PairedCounts& counts,
                              const std::optional<ControlledMean::Estimate>& difference) {
  SprtSample sample = sample_of(counts);
  if (!difference) return sample;
  const auto n = static_cast<double>(counts.games);
  const double variance = difference->variance + 1 / (n + 2);
  return {counts.games, difference->value * n, variance, sample.variance / variance};
}

double log_likelihood_ratio(const Sprt& sprt, const SprtSample& sample) {
  const auto n = static_cast<double>(sample.games);
  return (sprt.d1 - sprt.d0) * (sample.sum - n * (sprt.d0 + sprt.d1) / 2) / sample.variance;
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
                  printable(sprt.b), where, ratio, counted(sample.games, "game"));
  if (!hypothesis)
    return fmt::format("The sequential test is undecided between d0 = {} and d1 = {}: {}.", sprt.d0, sprt.d1,
                       test);
  return fmt::format(
      "The sequential test accepts {} rather than {}: {}.",
      *hypothesis == Hypothesis::d1 ? fmt::format("d1 = {}", sprt.d1) : fmt::format("d0 = {}", sprt.d0),
      *hypothesis == Hypothesis::d1 ? fmt::format("d0 = {}", sprt.d0) : fmt::format("d1 = {}", sprt.d1),
      test);
}

}  // namespace sapper::experiments
