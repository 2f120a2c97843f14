// Whether exact risks predict losses: the losses that guesses caused, beside the sum of P(mine) over the guesses.
// Each guess is a draw with its own known probability, so their difference has the mean 0 and the variance
// sum of P(mine) (1 - P(mine)), whatever the strategy does with what it sees.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "experiments/engine/statistics.hpp"
#include "experiments/minesweeper/tally.hpp"

namespace sapper::experiments::minesweeper {

struct Calibration {
  std::uint64_t losses = 0;
  double predicted_losses = 0;
  double variance = 0;

  bool has_z() const { return variance > 0; }
  double z() const { return (static_cast<double>(losses) - predicted_losses) / std::sqrt(variance); }
};
Calibration calibration_of(const StrategyCounts& counts);

inline constexpr std::string_view kNotCalibrated =
    "not tested: risks are those of random layouts, this one is fixed";
inline constexpr std::string_view kNothingToTest = "not tested: no guess could be lost and won";

// In words, of one result: `the exact risks predict the losses: z = +0.8, as expected by chance`; above 4 a
// warning and what to do.
std::string verdict_of(double z);
// Likewise of the largest of several, with the place where it is.
std::string verdict_of_largest(double z, std::size_t count, std::string_view where);

// The interval of the adjusted win rate, or else of the plain one.
Interval best_interval(const StrategyCounts& counts, std::uint64_t games);

}  // namespace sapper::experiments::minesweeper
