#include "experiments/run/shard.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/config/config.hpp"
#include "experiments/run/experiment.hpp"

namespace sapper::experiments {

namespace {

// It holds the cost of up to 10^6 cases of 10^12 games of 2^24 cells.
__extension__ using Cost = unsigned __int128;

std::uint64_t whole_cost(const Experiment& experiment, std::size_t case_number) {
  return static_cast<std::uint64_t>(std::max(1.0, std::round(experiment.game_cost(case_number))));
}

// The first game at which at least `cost` has been reached.
GamePlace place_at(const Experiment& experiment, Cost cost) {
  const std::uint64_t games = experiment.common().games;
  for (std::size_t number = 0; number < experiment.case_count(); ++number) {
    const Cost of_game = whole_cost(experiment, number);
    const Cost of_case = of_game * games;
    if (cost < of_case) {
      const auto game = static_cast<std::uint64_t>((cost + of_game - 1) / of_game);
      return game < games ? GamePlace{number, game} : GamePlace{number + 1, 0};
    }
    cost -= of_case;
  }
  return {experiment.case_count(), 0};
}

}  // namespace

GameSet games_of(const Experiment& experiment, Shard shard) {
  if (shard.is_whole()) return GameSet::all_of(experiment);
  Cost total = 0;
  for (std::size_t number = 0; number < experiment.case_count(); ++number)
    total += Cost{whole_cost(experiment, number)} * experiment.common().games;
  const auto boundary = [&](std::uint64_t number) {
    // total * number would overflow for the largest experiments.
    const Cost part = total / shard.count * number + total % shard.count * number / shard.count;
    return place_at(experiment, part);
  };
  return GameSet::between(experiment, boundary(shard.number - 1), boundary(shard.number));
}

}  // namespace sapper::experiments
