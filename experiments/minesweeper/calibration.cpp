#include "experiments/minesweeper/calibration.hpp"

#include <fmt/format.h>

namespace sapper::experiments::minesweeper {
namespace {

// P(the largest |z| of so many is as large), at most.
double chance_of(double z, std::size_t count) {
  return static_cast<double>(count) * std::erfc(std::abs(z) / std::sqrt(2.0));
}

std::string verdict(double z, std::size_t count, const std::string& figures) {
  constexpr double kUnlikely = 0.01;
  constexpr double kWarning = 4;
  if (chance_of(z, count) >= kUnlikely)
    return fmt::format("the exact risks predict the losses: {}, as expected by chance", figures);
  if (std::abs(z) <= kWarning)
    return fmt::format(
        "the exact risks predict the losses: {}, rare by chance; another seed tells whether it is", figures);
  return fmt::format(
      "WARNING: the exact risks do not predict the losses: {}. Run another seed; if it stays, some P(mine) "
      "is "
      "wrong: compare guess_risk.calibration in the report and the guesses of --games-out",
      figures);
}

}  // namespace

Calibration calibration_of(const StrategyCounts& counts) {
  return {counts.guess_losses, counts.guess_risk.value(), counts.guess_variance.value()};
}

std::string verdict_of(double z) { return verdict(z, 1, fmt::format("z = {:+.1f}", z)); }

std::string verdict_of_largest(double z, std::size_t count, std::string_view where) {
  return verdict(z, count, fmt::format("z = {:+.1f} at most in {} results ({})", z, count, where));
}

Interval best_interval(const StrategyCounts& counts, std::uint64_t games) {
  if (counts.wrong_digs == 0)
    if (const auto adjusted = adjusted_win_rate({games, counts.wins, counts.guess_risk.value(),
                                                 counts.risk_squared.value(), counts.risk_of_losses.value()}))
      return adjusted->interval;
  return wilson_95(counts.wins, games);
}

}  // namespace sapper::experiments::minesweeper
