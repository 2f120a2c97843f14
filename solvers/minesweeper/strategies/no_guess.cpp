#include "solvers/minesweeper/strategies/no_guess.hpp"

#include <utility>

namespace sapper::solvers {

// The finalizer of MurmurHash3, a bijection that maps 0 to itself.
sim::GameId id_of_try(const sim::GameId& id, std::uint64_t attempt) {
  std::uint64_t mixed = attempt;
  mixed = (mixed ^ mixed >> 33) * 0xFF51AFD7ED558CCDU;
  mixed = (mixed ^ mixed >> 33) * 0xC4CEB9FE1A85EC53U;
  mixed ^= mixed >> 33;
  return {id.seed, id.board_key ^ mixed, id.game};
}

NoGuessLayouts::NoGuessLayouts(sim::GameRules rules) : game_(std::move(rules)), play_(*game_.rules().grid) {}

std::optional<std::uint64_t> NoGuessLayouts::draw(const sim::GameId& id, sim::Cell first,
                                                  std::uint64_t most_tries) {
  for (std::uint64_t attempt = 0; attempt < most_tries; ++attempt)
    if (solves(id, attempt, first)) return attempt + 1;
  return std::nullopt;
}

bool NoGuessLayouts::solves(const sim::GameId& id, std::uint64_t attempt, sim::Cell first,
                            const CertainPlay::Watch& watch) {
  game_.start(id_of_try(id, attempt));
  game_.dig(first);
  return play_.play(game_, watch);
}

}  // namespace sapper::solvers
