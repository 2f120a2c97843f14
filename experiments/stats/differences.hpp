// Differences of two win rates, each with a 95 % interval and a consistent test: the interval excludes 0 exactly when p
// < 0.05. Both derive from one score statistic,
//   z(d) = (difference seen - d) / standard error if the true difference were d,
// with the standard error of the maximum likelihood estimate under that d: the interval contains all d with |z(d)| <
// 1.96, and p is the two-sided tail of the normal distribution beyond z(0). Only +, -, *, / and square roots are used,
// so that reports agree between machines to the last bit.
//
// Paired (the same games): z(0) is McNemar's test without a continuity correction, the interval Tango's (T. Tango,
// "Equivalence test and confidence interval for the difference in proportions for the paired-sample design", Statistics
// in Medicine 17, 1998). Independent: z(0) is the pooled test of two proportions, the interval Mee's (R. W. Mee,
// "Confidence bounds for the difference between two probabilities", Biometrics 40, 1984). Coverage and size:
// tests/experiments/stats/levels_test.cpp sums them over all outcomes.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

// One player's wins against another's over the same games.
struct PairedCounts {
  std::uint64_t games = 0;
  std::uint64_t both = 0;
  std::uint64_t only_a = 0;
  std::uint64_t only_b = 0;
};

struct Difference {
  double value = 0;
  Interval interval{-1, 1};
  double p_value = 1;  // two-sided, for no difference; 0 means less than 1e-300
};

// The win rates are over the same games: the first player alone won only_a of them, the second alone only_b.
Difference paired_difference(std::uint64_t games, std::uint64_t only_a, std::uint64_t only_b);

// The win rates are over independent games. Rates and numbers of games need not correspond to whole counts: an adjusted
// rate counts as one over games x variance_ratio games.
Difference independent_difference(double rate_a, double games_a, double rate_b, double games_b);

// The mean of a quantity, corrected by two control variates with mean 0, with the coefficients estimated from the same
// draws: the difference of results of paired games, corrected by both players' losses minus risks.
class ControlledMean {
 public:
  // Sums of the value and the controls, in this order, and of all their products.
  using Sums = std::array<double, 3>;
  using Products = std::array<Sums, 3>;
  struct Estimate {
    double value = 0;
    double variance = 0;  // residual variance of one draw, given the controls
  };

  ControlledMean() = default;
  ControlledMean(std::uint64_t count, const Sums& sums, const Products& products)
      : count_(count), sums_(sums), products_(products) {}

  void add(double value, double control_1, double control_2);
  // nullopt for fewer than four draws or if nothing varies.
  std::optional<Estimate> estimate() const;

 private:
  std::uint64_t count_ = 0;
  Sums sums_{};
  Products products_{};
};

// The adjusted difference over the same games, with the paired interval and test for the number of games that has its
// variance. As in adjusted_win_rate (statistics.hpp), the variance is combined with events of the plain one, here two,
// one per coefficient; the events are the games that only one player won.
Difference adjusted_difference(const PairedCounts& counts, const ControlledMean::Estimate& estimate);

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
// One line for people.
std::string sprt_text(const Sprt& sprt, std::string_view where, const SprtSample& sample);

// Formats rates and their differences with their intervals for tables.

// `50.18 % ± 0.69`: in percent, with half the width of Wilson's 95 % interval. If that interval is lopsided, as near 0
// and 1 and for few games, both ends: `100.00 % (56.55 to 100.00)`.
std::string rate_text(std::uint64_t wins, std::uint64_t games);

// The same for any rate with its interval, without the sign: `50.1800 ± 0.6900`.
std::string interval_text(double rate, const Interval& interval, int decimals);
// The sign stands in place of the terminal's `±` or `+-`.
std::string interval_text(double rate, const Interval& interval, int decimals, std::string_view sign);

// The same for a difference, in percentage points: `+1.20 ± 0.31`, or `-25.00 (-47.22 to -1.78)`.
std::string difference_text(const Difference& difference);

// The note below tables: `± or (low to high): 95 % interval`.
std::string rate_note();

}  // namespace sapper::experiments
