#include "experiments/kinds/tablet/erring_game.hpp"

#include <algorithm>

#include "experiments/kinds/tablet/erring_experiment.hpp"
#include "experiments/kinds/tablet/game_start.hpp"
#include "experiments/support/text.hpp"
#include "solvers/nim/solver.hpp"
#include "solvers/nim/successors.hpp"

namespace sapper::experiments::tablet {

using sim::nim::Heaps;
using sim::nim::Move;

bool ErringGame::play(const GameStart& start, double error_rate, const sim::GameId& id,
                      solvers::nim::Solver& solver, ErringCounts& counts, std::vector<PlayedMove>* script) {
  sim::Stream erring(id, sim::StreamPurpose::strategy);
  sim::Stream perfect(id, sim::StreamPurpose::opponent);
  Heaps heaps = distances_of(start.tablet);
  for (bool by_erring = start.erring_begins;; by_erring = !by_erring) {
    next_.clear();
    solvers::nim::Successors successors;
    sim::nim::for_each_move(heaps, sim::nim::kNoLimit, [&](const Move& move) {
      next_.emplace_back(move, solver.value(sim::nim::after(heaps, move)));
      successors.add(next_.back().second);
    });
    if (next_.empty()) {
      counts.wins += !by_erring;
      return !by_erring;
    }
    // One draw decides whether to err at any rate, so that the games of all rates are identical until they diverge.
    const bool is_random = by_erring && erring.uniform() < error_rate;
    const auto& [move, next] = next_[is_random ? erring.below(static_cast<std::uint32_t>(next_.size()))
                                               : move_to(successors.best(), by_erring ? erring : perfect)];
    ++counts.length;
    counts.moves += by_erring;
    counts.random_moves += is_random;
    counts.blunders += is_random && successors.best() <= 0 && next > 0;
    if (script) script->push_back({heaps, move, successors.value(), next, by_erring, is_random});
    heaps = sim::nim::after(heaps, move);
  }
}

std::uint32_t ErringGame::move_to(int value, sim::Stream& random) const {
  const auto leads_there = [&](const auto& move) { return move.second == value; };
  const auto count = static_cast<std::uint32_t>(std::count_if(next_.begin(), next_.end(), leads_there));
  auto place = std::find_if(next_.begin(), next_.end(), leads_there);
  for (std::uint32_t skipped = random.below(count); skipped > 0; --skipped)
    place = std::find_if(place + 1, next_.end(), leads_there);
  return static_cast<std::uint32_t>(place - next_.begin());
}

}  // namespace sapper::experiments::tablet
