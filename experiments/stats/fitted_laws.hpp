// Laws fitted to measured speeds and times, with 95 % intervals. Nothing of it is part of a report's results.
//
// Speed against threads. With X(n) the games per second on n threads:
//   a fixed number of games:    X(n) = X(1) n / (1 + s (n - 1)), s the serial share (G. M. Amdahl, "Validity of the single
//                               processor approach to achieving large scale computing capabilities", AFIPS 30, 1967);
//   games that grow with n:     X(n) = X(1) (s + (1 - s) n) (J. L. Gustafson, "Reevaluating Amdahl's law", CACM 31, 1988);
//   the universal law:          X(n) = X(1) n / (1 + sigma (n - 1) + kappa n (n - 1)), sigma the contention, kappa the
//                               cost of keeping threads coherent; X is largest at n = sqrt((1 - sigma) / kappa)
//                               (N. J. Gunther, "Guerrilla Capacity Planning", Springer 2007, chapter 4).
// Each is linear in non-negative parameters once n / X(n), or X(n), is the variable: they are fitted by non-negative
// least squares of relative errors, X(1) with them, over all repeats.
//
// The intervals are Student's, of one fit for each repeat, from three repeats on: whatever the runs of a repeat have in
// common, such as other load, is in its fit, and repeats are independent. These fits may be negative, so that
// the means are unbiased; the intervals end where values do, at 0 and, for a serial share, at 1. That of the peak holds
// the places n for which the mean of 1 - sigma - kappa n^2 over the repeats does not differ from 0 (E. C. Fieller, "Some
// problems in interval estimation", Journal of the Royal Statistical Society B 16, 1954). A bootstrap over so few repeats
// cannot leave their range, which the truth does in a quarter of all cases of three repeats.
// tests/experiments/stats/levels_test.cpp simulates how often they cover.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

enum class Workload : std::uint8_t { fixed, per_thread };  // games per run, or per thread

struct ParameterEstimate {
  double value = 0;
  std::optional<Interval> interval;  // nullopt: too few repeats or points
};

struct SpeedLaws {
  ParameterEstimate serial_share;
  // These are the universal law's; nullopt for fewer than three thread counts.
  std::optional<ParameterEstimate> sigma, kappa, peak_threads;  // the peak is infinity where kappa is 0
};

// speeds: [repeat][index of a thread count], in a unit that may differ between repeats. nullopt for fewer than two thread
// counts.
std::optional<SpeedLaws> fit_speed_laws(std::span<const std::size_t> threads,
                                        std::span<const std::vector<double>> speeds, Workload workload);
// The efficiency on n threads, which may be more than were measured, in [0,1]: the speed over n times that on one, by the
// universal law where there are three thread counts or more, else by the serial share. At least two thread counts. The
// interval is that of the fits to each repeat, from three on.
ParameterEstimate predicted_efficiency(std::span<const std::size_t> threads,
                                       std::span<const std::vector<double>> speeds, Workload workload,
                                       double n);
// The speed on n threads over that on one, by the universal law.
double universal_speed_up(double sigma, double kappa, double threads);

// The exponent b of y = a x^b by least squares on the logarithms, with Student's interval for independent, equal
// relative errors. points: x and y, all positive. nullopt for fewer than two different x; no interval for two points.
struct PowerLaw {
  ParameterEstimate exponent;
  double log_factor = 0;  // the logarithm of a
};
std::optional<PowerLaw> fit_power_law(std::span<const std::pair<double, double>> points);

// The power law of the longest stretch of neighbouring points that it describes: it passes each of them by no more than
// the point's tolerance, a share of y. Of stretches that span as far, relatively, the one with the smaller x. Where there
// are many points, stretches begin and end at some of them only.
struct PowerLawStretch {
  PowerLaw law;
  std::size_t first = 0, last = 0;  // points, the last one included
};
// points: in the order of x. nullopt if no three neighbours of different x lie on one law.
std::optional<PowerLawStretch> fit_longest_power_law(std::span<const std::pair<double, double>> points,
                                                     std::span<const double> tolerances);

}  // namespace sapper::experiments
