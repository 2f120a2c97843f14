// Statistics of win counts. What reports hold is made of +, -, *, / and square roots only, which IEEE 754 fixes to
// the last bit: reports agree between machines whatever their mathematical libraries.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sapper::experiments {

struct Interval {
  double low = 0;
  double high = 1;
  double half_width() const { return (high - low) / 2; }
};

// Wilson's interval with 95 % confidence (E. B. Wilson, "Probable inference, the law of succession, and
// statistical inference", JASA 22, 1927). [0, 1] for no games.
Interval wilson_95(std::uint64_t wins, std::uint64_t games);

// What a win rate is estimated from where each game's exact risks are known: with T the sum of P(mine) over
// the guesses of a game and L = 1 if the game was lost, L - T has the mean 0.
struct RiskSums {
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  double risk = 0;            // sum of T
  double risk_squared = 0;    // sum of T^2
  double risk_of_losses = 0;  // sum of T L
};
struct AdjustedRate {
  double value = 0;
  Interval interval;          // 95 %: Wilson's for the value and games x variance_ratio
  double variance_ratio = 1;  // of the plain over the adjusted estimate
};
// The win rate with L - T as a control variate, its coefficient estimated from the same games (S. S. Lavenberg
// and P. D. Welch, "A perspective on the use of control variables", Management Science 27, 1981; the bias is of
// order 1 / games). Nothing where too little varies.
std::optional<AdjustedRate> adjusted_win_rate(const RiskSums& sums);

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
};

// The difference of two win rates over the same games, of which only_a were won by the first alone and only_b
// by the second alone, with a 95 % interval (A. Agresti and Y. Min, "Simple improved confidence intervals for
// comparing matched proportions", Statistics in Medicine 24, 2005: Wald's after adding 1/2 to each cell).
Difference paired_difference_95(std::uint64_t games, std::uint64_t only_a, std::uint64_t only_b);

// The difference of two rates that are independent, from their intervals (R. G. Newcombe, "Interval estimation for
// the difference between independent proportions", Statistics in Medicine 17, 1998, method 10).
Difference independent_difference(double a, const Interval& of_a, double b, const Interval& of_b);

// The mean of a quantity sharpened by two others whose means are known to be 0, with the coefficients estimated
// from the same draws: a difference of results of paired games by both players' losses less risks.
class ControlledMean {
 public:
  // Of the value and the controls, in this order, and of their products, each with each.
  using Sums = std::array<double, 3>;
  using Products = std::array<Sums, 3>;
  struct Estimate {
    double value = 0;
    double variance = 0;  // of one draw, about what the controls tell of it
  };

  ControlledMean() = default;
  ControlledMean(std::uint64_t count, const Sums& sums, const Products& products)
      : count_(count), sums_(sums), products_(products) {}

  void add(double value, double control_1, double control_2);
  // Nothing for fewer than four draws or where nothing varies.
  std::optional<Estimate> estimate() const;
  // With its 95 % interval, by the normal distribution; nothing for fewer than four draws or where nothing varies.
  std::optional<Difference> estimate_95() const;

 private:
  std::uint64_t count_ = 0;
  Sums sums_{};
  Products products_{};
};

// Two-sided pooled test of two independent proportions, by the normal distribution. 1 for no games.
double two_proportions_p_value(std::uint64_t wins_a, std::uint64_t games_a, std::uint64_t wins_b,
                               std::uint64_t games_b);

// The p values, each as it counts beside the others (S. Holm, "A simple sequentially rejective multiple test
// procedure", Scandinavian Journal of Statistics 6, 1979), in their order.
std::vector<double> holm_adjusted(std::span<const double> p_values);

// Exact McNemar test of two strategies on the same games (Q. McNemar, 1947, with the binomial distribution in
// place of its approximation): the two-sided probability, under equal strength, of a split of the games that
// only one of them won at least as uneven as only_a : only_b. 1 where no game tells them apart; 0 stands for
// less than 1e-300. Takes about sqrt(only_a + only_b) steps.
double mcnemar_p_value(std::uint64_t only_a, std::uint64_t only_b);

}  // namespace sapper::experiments
