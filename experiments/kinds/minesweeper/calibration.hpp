// Calibration of exact risks: compares the losses that guesses caused with the sum of P(mine) over the guesses.
// Each guess is a draw with its own known probability, so the difference has mean 0 and variance sum of P(mine) (1 -
// P(mine)), whatever the strategy.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/kinds/minesweeper/board.hpp"
#include "experiments/kinds/minesweeper/tally.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments::minesweeper {

struct Calibration {
  std::uint64_t losses = 0;
  double predicted_losses = 0;
  double variance = 0;

  bool has_z() const { return variance > 0; }
  double z() const { return (static_cast<double>(losses) - predicted_losses) / std::sqrt(variance); }
};
Calibration calibration_of(const StrategyCounts& counts);

// Whether the exact risks of guesses must predict the losses that guesses cause: not if the layout is fixed, as the
// risks are those of random layouts.
bool predicts_losses(const Board& board);
// Whether guesses account for all losses, so that their risks can adjust the win rate: not if games were lost by
// erroneous digs or forfeited. Results, tables and the stop rule all depend on this.
bool adjusts_win_rate(const StrategyCounts& counts);

// The adjusted win rate on random layouts; nullopt if the risks cannot adjust the win rate, or vary too little (adjusted_win_rate).
std::optional<AdjustedRate> adjusted_rate_of(const StrategyCounts& counts, std::uint64_t games);
// The interval of the adjusted win rate if available, else of the plain one.
Interval best_interval(const StrategyCounts& counts, std::uint64_t games);

inline constexpr std::string_view kNotCalibrated =
    "not tested: risks are those of random layouts, this one is fixed";
inline constexpr std::string_view kNothingToTest = "not tested: no guess could be lost and won";

// The verdict on one result: `the exact risks predict the losses: z = +0.8, as expected by chance`; above 4 a warning
// with advice.
std::string verdict_of(double z);
// The verdict on the largest of several, with its place.
std::string verdict_of_largest(double z, std::size_t count, std::string_view where);

}  // namespace sapper::experiments::minesweeper
