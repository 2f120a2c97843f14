#include "experiments/kinds/minesweeper/game/calibration.hpp"

#include <fmt/format.h>

#include "experiments/kinds/minesweeper/game/tally.hpp"

namespace sapper::experiments::minesweeper {

Calibration calibration_of(const StrategyCounts& counts) {
  return {counts.guess_losses, counts.guess_risk.value(), counts.guess_variance.value()};
}

std::optional<AdjustedRate> adjusted_rate_of(const StrategyCounts& counts, std::uint64_t games) {
  if (counts.wrong_digs > 0 || counts.forfeits > 0) return std::nullopt;
  return adjusted_win_rate({games, counts.wins, counts.guess_risk.value(), counts.guess_variance.value(),
                            counts.risk_squared.value(), counts.risk_of_losses.value()});
}

std::string verdict_of(double z, std::size_t count, std::string_view where) {
  const std::string figures = count == 1
                                  ? fmt::format("z = {:+.1f}", z)
                                  : fmt::format("z = {:+.1f} at most in {} results ({})", z, count, where);
  const Deviation deviation = judge_largest(z, count);
  if (deviation == Deviation::expected)
    return fmt::format("the exact risks predict the losses: {}, as expected by chance", figures);
  if (deviation == Deviation::unlikely)
    return fmt::format("the exact risks predict the losses: {}, unlikely by chance; rerun with another seed",
                       figures);
  return fmt::format(
      "WARNING: the exact risks do not predict the losses: {}. Rerun with another seed; if it persists, some "
      "P(mine) is wrong: see guess_risk.calibration in the report and the guesses in --games-out",
      figures);
}

}  // namespace sapper::experiments::minesweeper
