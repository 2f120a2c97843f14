#include "experiments/kinds/minesweeper/tally.hpp"

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
  if (wrong_claims > claims) return fmt::format("{} wrong claims of {}", wrong_claims, claims);
  if (wrong_flags > flags) return fmt::format("{} wrong flags of {}", wrong_flags, flags);
  return {};
}

}  // namespace sapper::experiments::minesweeper
