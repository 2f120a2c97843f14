// The variance of the difference of two players' results in one game that both play: for the interval and the test of a
// difference (differences.hpp) and for the sequential test (sprt.hpp).
#pragma once

#include "experiments/stats/differences.hpp"

namespace sapper::experiments {

// The variance of one game's difference, by the maximum likelihood estimate under a true `difference` (Tango 1998,
// equations 3 and 4): a quadratic equation for the share of games that only b wins. Counts need not be whole.
double variance_under(double games, double only_a, double only_b, double difference);

// The variance of one difference of the results as counted.
double plain_variance(const PairedCounts& counts);
// The variance of one adjusted difference, combined with two events of the plain variance, one for each coefficient.
double adjusted_variance(const PairedCounts& counts, double plain, double estimated);

// The counts of as many games as would have this difference with the plain variance; they are not whole.
struct EquivalentCounts {
  double games, only_a, only_b;
};
EquivalentCounts equivalents_of(double games, double difference, double plain, double variance);

}  // namespace sapper::experiments
