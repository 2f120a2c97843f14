#include "experiments/stats/sprt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/stats/differences.hpp"
#include "experiments/stats/paired_variance.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

using json::rounded;

namespace {

// The games that each alone, both and neither have won.
std::string counts_text(const Sprt& sprt, const PairedCounts& counts) {
  const std::uint64_t neither = counts.games - counts.both - counts.only_a - counts.only_b;
  if (counts.games > 0 && counts.only_a + counts.only_b == 0)
    return fmt::format("Both played alike: they won the same {} and lost the same {}.",
                       count_text(counts.both, "game"), with_commas(neither));
  return fmt::format("{} alone won {}, {} alone {}, both {}, neither {}.", printable(sprt.a),
                     count_text(counts.only_a, "game"), printable(sprt.b), with_commas(counts.only_b),
                     with_commas(counts.both), with_commas(neither));
}

}  // namespace

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
  const EquivalentCounts seen = equivalents_of(n, sample.sum / n, plain, sample.variance);
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

std::string sprt_text(const Sprt& sprt, std::string_view where, const SprtSample& sample,
                      const PairedCounts& counts) {
  const double ratio = log_likelihood_ratio(sprt, sample);
  const auto hypothesis = accepted(sprt, sample);
  const std::string test =
      fmt::format("{} minus {} on {}, log likelihood ratio {:+.2f} after {}", printable(sprt.a),
                  printable(sprt.b), where, ratio, count_text(sample.games, "game"));
  const std::string won = counts_text(sprt, counts);
  if (!hypothesis)
    return fmt::format("The sequential test is undecided between d0 = {} and d1 = {}: {}. {}", sprt.d0,
                       sprt.d1, test, won);
  return fmt::format(
      "The sequential test accepts {} rather than {}: {}. {}",
      *hypothesis == Hypothesis::d1 ? fmt::format("d1 = {}", sprt.d1) : fmt::format("d0 = {}", sprt.d0),
      *hypothesis == Hypothesis::d1 ? fmt::format("d0 = {}", sprt.d0) : fmt::format("d1 = {}", sprt.d1), test,
      won);
}

}  // namespace sapper::experiments
