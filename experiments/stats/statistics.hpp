// Statistics of win counts. Everything in reports is computed with +, -, *, / and square roots only, which IEEE 754
// defines to the last bit: reports agree between machines with different mathematical libraries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sapper::experiments {

inline constexpr double kZ95 = 1.959963984540054;  // the normal distribution's 97.5 % quantile

struct Interval {
  double low = 0;
  double high = 1;
  double half_width() const { return (high - low) / 2; }
};

// Wilson's interval with 95 % confidence (E. B. Wilson, "Probable inference, the law of succession, and
// statistical inference", JASA 22, 1927). [0, 1] for no games.
Interval wilson_95(std::uint64_t wins, std::uint64_t games);

// The 97.5 % quantile of Student's t distribution, to six digits: beyond ten degrees of freedom by R. A. Fisher and E. A.
// Cornish, "The percentile points of distributions having known cumulants", Technometrics 2, 1960.
double student_95(std::uint64_t freedom);

// The sums of what each of some games came to.
struct ValueSums {
  std::uint64_t count = 0;
  double sum = 0;
  double squares = 0;

  void add(double value) {
    ++count;
    sum += value;
    squares += value * value;
  }
};

// Student's interval of the mean, 95 %. [-infinity, infinity] for fewer than two values.
Interval student_interval_95(const ValueSums& sums);

// The 95 % interval of the mean of values of at least range.low and, but for few, at most range.high, some of which may be
// far from the others, such as what games give away: most nothing, some a little, a few everything, and more than that
// a game that was lucky between two mistakes. Each end is that of Student's interval with one more value,
// the one at this end of the range. So it allows for what chance has kept from the games seen, and has a width even if
// they are all alike; n games may have missed what happens in a share of some 3 / n of them. Student's own interval covers
// 12 to 86 % for 10 games of such kinds and 40 to 94 % for 50, this one 95 % and more
// (tests/experiments/stats/levels_test.cpp simulates it). The price is width where large values cannot occur: for 100 games
// that give away 0.05 with a standard deviation of 0.1, the upper half is 1.8 times as wide; for 1,000 games 1.2 times.
Interval mean_interval_95(const ValueSums& sums, const Interval& range = {0, 1});

// Sums over games with known exact risks, for estimating a win rate. In a game, r is the P(mine) of a guess, T the sum
// of r over the guesses up to the one that lost, and L = 1 if the game was lost.
struct RiskSums {
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  double risk = 0;            // sum of T
  double guess_variance = 0;  // sum of r (1 - r) over all guesses
  double risk_squared = 0;    // sum of T^2
  double risk_of_losses = 0;  // sum of T L
};
struct AdjustedRate {
  double value = 0;
  Interval interval;  // 95 %: Wilson's interval for the value and games x variance_ratio
  double variance_ratio =
      1;  // variance of the plain over that of the adjusted estimate; an underestimate if losses or wins are few
};
// The win rate with L - T, whose mean is 0, as a control variate: 1 - (mean of L - c (L - T)). The optimal c is
// cov(L, L - T) / var(L - T). Estimated from the games as S. S. Lavenberg and P. D. Welch do ("A perspective on the use of
// control variables", Management Science 27, 1981) it is unreliable if few games are lost. But each guess is lost
// with its own r, so that
//   var(L - T) = E[sum of r (1 - r)]   and   E[T L] = E[T^2 + sum of r^2] / 2,
// which give c from the risks of all games, lost or not. If few games are won this is the noisier of the two. The two
// estimates of c are weighted by w^2 and 1 - w^2, with w the share of games won.
//
// The variance is that of L - c (L - T) over the games, combined with one event of the plain variance (the events are
// the losses, or the wins if fewer): games with an unusual risk may be missing while events are few, and a handful of
// games would otherwise suggest a variance near 0. The interval is Wilson's for the number of games that has this
// variance. Coverage: tests/experiments/stats/levels_test.cpp simulates it.
//
// nullopt if no guess was uncertain, or if the estimate is 0 or 1.
std::optional<AdjustedRate> adjusted_win_rate(const RiskSums& sums);

// P(|Z| >= |z|) for a standard normal Z, with a relative error of 1e-12; 0 for less than 1e-300.
double two_sided_p_value(double z);

// Assessment of the largest |z| of several results. `count` times the p value of one result bounds the probability that
// the largest is at least as large, whatever their dependence: results of two strategies on the same games, or of two
// cases whose boards come from the same seed, are correlated (up to 0.94 observed).
enum class Deviation : std::uint8_t {
  expected,  // the bound is 1 % or more
  unlikely,  // it is below 1 %
  wrong,     // and |z| is above 4
};
Deviation judge_largest(double z, std::size_t count);

// The p values adjusted for multiple comparisons (S. Holm, "A simple sequentially rejective multiple test
// procedure", Scandinavian Journal of Statistics 6, 1979), in their order.
std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace sapper::experiments
