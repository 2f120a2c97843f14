#include "experiments/kinds/minesweeper/game/tally.hpp"

#include <fmt/format.h>

#include <numeric>

namespace sapper::experiments::minesweeper {

std::string StrategyCounts::contradiction(std::uint64_t games) const {
  const auto sum = [](const auto& values) {
    return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  };
  const std::uint64_t ended = wins + guess_losses + wrong_digs + forfeits;
  if (ended != games) return fmt::format("{} games won, lost or forfeited of {}", ended, games);
  if (sum(guess_histogram) != games)
    return fmt::format("a histogram of guesses over {} games of {}", sum(guess_histogram), games);
  if (won_without_guess > std::min(wins, guess_histogram[0]))
    return fmt::format("{} wins without a guess", won_without_guess);
  if (sum(risk_bins.guesses) != guesses())
    return fmt::format("{} guesses with a risk of {}", sum(risk_bins.guesses), guesses());
  if (sum(risk_bins.losses) != guess_losses)
    return fmt::format("{} lost guesses by risk, {} in all", sum(risk_bins.losses), guess_losses);
  if (excess_risk.guesses.sum > guesses())
    return fmt::format("{} guesses with a lowest risk of {}", excess_risk.guesses.sum, guesses());
  if (judged.games > games || judged.wins > judged.games)
    return fmt::format("{} wins of {} judged games of {}", judged.wins, judged.games, games);
  if (wrong_claims > claims) return fmt::format("{} wrong claims of {}", wrong_claims, claims);
  if (wrong_flags > flags) return fmt::format("{} wrong flags of {}", wrong_flags, flags);
  return {};
}

std::optional<double> ExcessRisk::mean() const {
  if (guesses.sum == 0) return std::nullopt;
  return excess.value() / static_cast<double>(guesses.sum);
}

std::optional<Interval> ExcessRisk::interval_95(std::uint64_t games) const {
  if (guesses.sum == 0 || games < 2) return std::nullopt;
  const double ratio = *mean();
  const auto count = static_cast<double>(games);
  const double per_game = static_cast<double>(guesses.sum) / count;
  const double residuals = std::max(
      0.0, squared.value() - 2 * ratio * with_guesses.value() + ratio * ratio * guesses.square_sum());
  // A game counts by how far it moves the ratio: ratio + (its excess - ratio * its guesses) / per_game. Their mean is the
  // ratio, and a game of usual length whose excess is 0 or 1 counts 0 or 1 / per_game.
  const ValueSums moves{games, count * ratio, residuals / (per_game * per_game) + count * ratio * ratio};
  const Interval interval = mean_interval_95(moves, {0, 1 / per_game});
  return Interval{interval.low, std::min(1.0, interval.high)};
}

std::optional<Interval> JudgedGames::interval_95() const {
  if (games < 2) return std::nullopt;
  return mean_interval_95({games, given_away.value(), squared.value()});
}

double StrategyCounts::timed_ticks() const {
  double ticks = 0;
  for (std::size_t phase = 0; phase < solvers::kPhaseCount; ++phase)
    if (static_cast<solvers::Phase>(phase) != solvers::Phase::referee)
      ticks += static_cast<double>(phase_ticks[phase]);
  return ticks;
}

std::uint64_t StrategyCounts::layout_ns() const {
  const double ticks = timed_ticks();
  if (ticks == 0) return 0;
  const auto layout = static_cast<double>(phase_ticks[static_cast<std::size_t>(solvers::Phase::layout)]);
  return static_cast<std::uint64_t>(static_cast<double>(core_ns) * layout / ticks);
}

}  // namespace sapper::experiments::minesweeper
