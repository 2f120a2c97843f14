// Calibration of exact risks: compares the losses that guesses caused with the sum of P(mine) over the guesses.
// Each guess is a draw with its own known probability, so the difference has mean 0 and variance sum of P(mine) (1 -
// P(mine)), whatever the strategy.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/kinds/minesweeper/game/tally.hpp"
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

// The adjusted win rate on random layouts; nullopt if the risks vary too little (adjusted_win_rate), or if guesses do not
// account for all losses: games were lost by erroneous digs or forfeited.
std::optional<AdjustedRate> adjusted_rate_of(const StrategyCounts& counts, std::uint64_t games);

// The verdict on a result: `the exact risks predict the losses: z = +0.8, as expected by chance`; above 4 a warning with
// advice. Of several results it is that on the largest z, with its place.
std::string verdict_of(double z, std::size_t count = 1, std::string_view where = {});

}  // namespace sapper::experiments::minesweeper
