// How much the processor time of a player's games varies, from batches of games that were timed together: the chunks of a
// run. Games are heavy-tailed and are not timed one by one; a batch of n games takes the sum of theirs, whose variance is n
// times that of a game. What differs between machines, or from one minute to the next, is not in it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "experiments/run/timing.hpp"

namespace sapper::experiments {

// Its sums are whole numbers, in two parts, so that their order does not matter.
struct BatchTimes {
  std::uint64_t batches = 0;
  std::uint64_t games = 0;  // of all batches
  // The sum over the batches of seconds^2 / games, in units of 2^-40, those of 2^30 units apart.
  std::array<std::uint64_t, 2> squares{};

  void add(std::uint64_t ns, std::uint64_t batch_games) {
    constexpr double kMost = 0x1p20;
    if (batch_games == 0) return;
    const double seconds = static_cast<double>(ns) * 1e-9;
    const double square = std::min(kMost, seconds * seconds / static_cast<double>(batch_games));
    const auto units = static_cast<std::uint64_t>(std::llround(square * 0x1p40));
    ++batches;
    games += batch_games;
    squares[0] += units >> 30;
    squares[1] += units & 0x3FFFFFFF;
  }

  // The standard error of the mean over all games, which took so long together. nullopt for few batches, and if there are
  // games that are in none of them, played by earlier versions.
  std::optional<StandardError> error(std::uint64_t all_ns, std::uint64_t all_games) const {
    constexpr std::uint64_t kFewest = 6;
    if (batches < kFewest || games != all_games) return std::nullopt;
    const double seconds = static_cast<double>(all_ns) * 1e-9;
    const auto count = static_cast<double>(games);
    const double sum = static_cast<double>(squares[0]) * 0x1p-10 + static_cast<double>(squares[1]) * 0x1p-40;
    const double variance = std::max(0.0, sum - seconds * seconds / count) / static_cast<double>(batches - 1);
    return StandardError{std::sqrt(variance / count), batches - 1};
  }
};

}  // namespace sapper::experiments
