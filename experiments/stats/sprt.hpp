// A sequential test of two players who play the same games (A. Wald, "Sequential tests of statistical
// hypotheses", Annals of Mathematical Statistics 16, 1945): is the difference of their win rates d0, or d1?
//
// The log likelihood ratio is that of the normal distribution of the mean difference, with the variance estimated from
// the games in which the two differ (each count 1/2 larger, so that it is never 0: A. Agresti and Y. Min, "Simple
// improved confidence intervals for comparing matched proportions", Statistics in Medicine 24, 2005). If the games'
// exact risks are known, the mean and the variance may be those of the estimate with both players' losses minus risks
// as control variates (ControlledMean), the variance increased by the same amount as the plain one. The ratio is
// compared with Wald's bounds after fixed numbers of games, the checks of the stop rule: threads and chunks do not
// matter, and since the checks are occasional, the error rates are below alpha and beta
// (tests/experiments/stats/sequential_test.cpp simulates it).
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
  double variance = 1;
  double variance_ratio = 0;  // the plain variance over this adjusted one; 0: this is the plain one
};
SprtSample sample_of(const PairedCounts& counts);
// The sample with the difference adjusted by both players' risks; the plain one if there is no estimate.
SprtSample adjusted_sample_of(const PairedCounts& counts,
                              const std::optional<ControlledMean::Estimate>& difference);

// The log likelihood ratio of d1 against d0; 0 for no games.
double log_likelihood_ratio(const Sprt& sprt, const SprtSample& sample);

// The accepted hypothesis; nullopt while more games are needed.
std::optional<Hypothesis> accepted(const Sprt& sprt, const SprtSample& sample);

// For the report: d0, d1, alpha, beta, log_likelihood_ratio, accepted (`d0`, `d1` or null); where it is adjusted
// difference_adjusted and variance_ratio.
boost::json::object sprt_json(const Sprt& sprt, const SprtSample& sample);
// One line for people.
std::string sprt_text(const Sprt& sprt, std::string_view where, const SprtSample& sample);

}  // namespace sapper::experiments
