#include "experiments/kinds/tablet/erring_game.hpp"

#include <algorithm>

#include "solvers/nim/outcome.hpp"

namespace sapper::experiments::tablet {

using sim::nim::Heaps;
using sim::nim::Move;

GameCounts ErringGame::play(const Start& start, double error_rate, const sim::GameId& id,
                            solvers::nim::Solver& solver, std::vector<PlayedMove>* script) {
  sim::Stream erring(id, sim::Purpose::strategy);
  sim::Stream perfect(id, sim::Purpose::opponent);
  Heaps heaps = distances_of(start.tablet);
  GameCounts counts;
  for (bool by_erring = start.erring_begins;; by_erring = !by_erring) {
    next_.clear();
    solvers::nim::Successors successors;
    sim::nim::for_each_move(heaps, sim::nim::kNoLimit, [&](const Move& move) {
      next_.push_back(solver.value(sim::nim::after(heaps, move)));
      successors.add(next_.back());
    });
    if (next_.empty()) {
      counts.won = !by_erring;
      return counts;
    }
    // One draw decides whether to err at any rate, so that the games of all rates are identical until they diverge.
    const bool is_random = by_erring && erring.uniform() < error_rate;
    const std::uint32_t number = is_random ? erring.below(static_cast<std::uint32_t>(next_.size()))
                                           : best_move(successors.best(), by_erring ? erring : perfect);
    ++counts.length;
    if (by_erring) ++counts.moves;
    if (is_random) ++counts.random_moves;
    if (is_random && successors.best() <= 0 && next_[number] > 0) ++counts.blunders;
    const Move move = move_number(heaps, number);
    if (script) script->push_back({heaps, move, successors.value(), next_[number], by_erring, is_random});
    heaps = sim::nim::after(heaps, move);
  }
}

std::uint32_t ErringGame::best_move(int best_next, sim::Stream& random) const {
  const auto count = static_cast<std::uint32_t>(std::count(next_.begin(), next_.end(), best_next));
  std::uint32_t skipped = random.below(count);
  auto place = std::find(next_.begin(), next_.end(), best_next);
  for (; skipped > 0; --skipped) place = std::find(place + 1, next_.end(), best_next);
  return static_cast<std::uint32_t>(place - next_.begin());
}

Move ErringGame::move_number(const Heaps& heaps, std::uint32_t number) {
  auto rest = static_cast<int>(number);
  std::size_t heap = 0;
  for (; rest >= heaps[heap]; ++heap) rest -= heaps[heap];
  return {heap, heaps[heap] - 1 - rest};
}

}  // namespace sapper::experiments::tablet
