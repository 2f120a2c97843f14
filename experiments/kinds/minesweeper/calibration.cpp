#include "experiments/kinds/minesweeper/calibration.hpp"

#include <fmt/format.h>

namespace sapper::experiments::minesweeper {
namespace {

std::string verdict(double z, std::size_t count, const std::string& figures) {
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

}  // namespace

Calibration calibration_of(const StrategyCounts& counts) {
  return {counts.guess_losses, counts.guess_risk.value(), counts.guess_variance.value()};
}

bool predicts_losses(const Board& board) { return !board.fixed_mines && board.guessing == Guessing::allowed; }

bool adjusts_win_rate(const StrategyCounts& counts) { return counts.wrong_digs == 0 && counts.forfeits == 0; }

std::optional<AdjustedRate> adjusted_rate_of(const StrategyCounts& counts, std::uint64_t games) {
  if (!adjusts_win_rate(counts)) return std::nullopt;
  return adjusted_win_rate({games, counts.wins, counts.guess_risk.value(), counts.guess_variance.value(),
                            counts.risk_squared.value(), counts.risk_of_losses.value()});
}

Interval best_interval(const StrategyCounts& counts, std::uint64_t games) {
  const auto adjusted = adjusted_rate_of(counts, games);
  return adjusted ? adjusted->interval : wilson_95(counts.wins, games);
}

std::string verdict_of(double z) { return verdict(z, 1, fmt::format("z = {:+.1f}", z)); }

std::string verdict_of_largest(double z, std::size_t count, std::string_view where) {
  return verdict(z, count, fmt::format("z = {:+.1f} at most in {} results ({})", z, count, where));
}

}  // namespace sapper::experiments::minesweeper
