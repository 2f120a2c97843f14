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
#include <cstdint>
#include <optional>

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

}  // namespace sapper::experiments
