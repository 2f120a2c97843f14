// A sequential test of two players who play the same games (A. Wald, "Sequential tests of statistical
// hypotheses", Annals of Mathematical Statistics 16, 1945): is the difference of their win rates d0, or d1?
//
// The log likelihood ratio is that of the normal distribution of the mean difference. How often the two differ is not
// known, and with it the variance: it is that of the maximum likelihood estimate under the hypothesis that the games
// speak against, d0 where the mean is above the middle of both and d1 below, as in the score statistic above. So
// d1 is not rejected merely because the players have not differed yet, and errors keep their level wherever exactly one
// wins in a share of d1 or more of the games. (With the variance as seen, players who rarely
// differ look sure of it when they have not differed yet: 12 % of gains of d1 = 0.005 were rejected where exactly one
// wins in 0.005 of the games.) If the games' exact risks are known, the mean is that of the estimate with both players'
// losses minus risks as control variates (ControlledMean), of as many games as have its variance with the plain one. The
// ratio is compared with Wald's bounds after fixed numbers of games, the checks of the stop rule: threads and
// chunks do not matter, and since the checks are occasional, the error rates are below alpha and beta
// (tests/experiments/stats/levels_test.cpp simulates it).
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/stats/differences.hpp"

namespace sapper::experiments {

// The hypotheses and error rates of a test: a's win rate minus b's is d0, or d1 > d0.
struct Sprt {
  std::string a;  // labels
  std::string b;
  double d0 = 0;
  double d1 = 0;
  double alpha = 0.05;       // P(d1 is accepted) if the difference is d0
  double beta = 0.05;        // P(d0 is accepted) if it is d1
  bool is_adjusted = false;  // tests the difference adjusted by the games' exact risks
};

// The indices of the test's strategies, a and b, among the players' labels, which must contain both.
std::pair<std::size_t, std::size_t> tested_players(const Sprt& sprt, std::span<const std::string> labels);

enum class Hypothesis : std::uint8_t { d0, d1 };

// The input of the test: the sum of the differences of the results, and the variance of one.
struct SprtSample {
  std::uint64_t games = 0;
  double sum = 0;
  double variance = 0;        // 0 if the players differed in no game
  double variance_ratio = 0;  // the plain variance over this adjusted one; 0: this is the plain one
};
SprtSample sample_of(const PairedCounts& counts);
// The sample with the difference adjusted by both players' risks; the plain one if there is no estimate.
SprtSample adjusted_sample_of(const PairedCounts& counts,
                              const std::optional<ControlledMean::Estimate>& difference);

// The sample of the mean difference over samples of equally many games, each from another case: games of different cases
// are independent, so that the variances add.
SprtSample mean_sample(std::span<const SprtSample> samples);

// The log likelihood ratio of d1 against d0; 0 for no games.
double log_likelihood_ratio(const Sprt& sprt, const SprtSample& sample);

// The accepted hypothesis; nullopt while more games are needed.
std::optional<Hypothesis> accepted(const Sprt& sprt, const SprtSample& sample);

// For the report: d0, d1, alpha, beta, log_likelihood_ratio, accepted (`d0`, `d1` or null); where it is adjusted
// difference_adjusted and variance_ratio.
boost::json::object sprt_json(const Sprt& sprt, const SprtSample& sample);
// For people: the verdict, and the counts of the games (of a and b) that it rests on.
std::string sprt_text(const Sprt& sprt, std::string_view where, const SprtSample& sample,
                      const PairedCounts& counts);

}  // namespace sapper::experiments
