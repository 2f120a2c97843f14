// Where a win rate passes a level along an axis, such as a density, by a curve that is fitted to all points: the log odds of
// winning, or the normal quantile of the win rate, are a straight line (logistic and probit regression).
//
// The line is that of the greatest likelihood, by Fisher's scoring (P. McCullagh and J. A. Nelder, "Generalized Linear
// Models", 2nd ed., 1989, chapter 4). The interval of the place holds the x where the line does not differ from the level (E. C.
// Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society B 16, 1954). Whether the points
// lie along such a curve is judged by Pearson's chi-squared. All variances are multiplied by chi-squared over its degrees of
// freedom if that is more than 1, and where the fit is unlikely, p below 0.05, Student's quantile is taken (D. J. Finney,
// "Probit Analysis", 3rd ed., 1971, section 4.6): scatter about the curve is allowed for then, a bend of it is not. Without a
// curve: crossing.hpp.
//
// Places of two players on the same games are compared with the covariance that the games give their scores: the sums over
// games in which both, one and neither won. Levels: tests/experiments/stats/levels_test.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "experiments/stats/crossing.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

enum class RateLink : std::uint8_t { logistic, probit };

// A line a + b x, whose win rate at x is the link's. Both are relative to the mean of the x's.
struct RateCurve {
  RateLink link = RateLink::logistic;
  double middle = 0;  // the x at which the line is a
  double a = 0, b = 0;
  std::array<double, 3> covariance{};  // of a and a, a and b, b and b; with `dispersion`
  double chi_squared = 0;
  std::size_t freedom = 0;   // its degrees; 0: the points cannot tell whether they lie along such a curve
  double lack_of_fit_p = 1;  // of chi_squared
  double dispersion = 1;     // of the points about the curve; at least 1
  double quantile = kZ95;    // of intervals

  bool is_bad() const { return lack_of_fit_p < 0.05; }  // the points do not lie along such a curve
  Interval slope_95() const;
};

// points: x ascending, each of at least one game. nullopt if no finite line has the greatest likelihood: fewer than two x, or
// all games won on one side of some x and all lost on the other.
std::optional<RateCurve> fit_rate_curve(std::span<const RatePoint> points, RateLink link);

// Where the curve has this win rate, between 0 and 1, with its 95 % interval; without ends where the slope may be 0.
Crossing place_of_level(const RateCurve& curve, double level);

// The difference of the places where two players, whose curves these are, have the level, a minus b. x: of the cases that
// both curves are fitted to, with the games of both players. p agrees with the interval.
struct PairedPoint {
  double x = 0;
  PairedCounts counts;
};
Difference difference_of_places(const RateCurve& a, const RateCurve& b, std::span<const PairedPoint> points,
                                double level);

}  // namespace sapper::experiments
