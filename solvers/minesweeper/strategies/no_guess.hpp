// Boards that need no guess: layouts that complete inference solves from a given first cell.
//
// Rejection: layouts are drawn as the first-click rule says and played by all that is certain (as `csp`); one at which
// that gets stuck is dropped. So the result is uniform over the layouts that the rule allows and that need no guess.
// The expected number of tries is one over their share: 6 on Expert boards with an opening at 3,3, and it grows fast
// with the mine density and the size of the board.
//
// A layout depends on the game's identity and the first cell alone. The first try of a game is the layout that the same
// game has without this condition.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/strategies/certain_play.hpp"

namespace sapper::solvers {

class NoGuessLayouts {
 public:
  // Mines laid at random that do not move.
  explicit NoGuessLayouts(sim::GameRules rules);

  // Draws layouts until one needs no guess, at most `most_tries`; returns how many were drawn, or nothing if none of
  // them was such a layout. After it game() is won.
  std::optional<std::uint64_t> draw(const sim::GameId& id, sim::Cell first, std::uint64_t most_tries);
  // Plays the layout of that try (from 0) from the first cell, whose dig `watch` does not see. True if that wins without a
  // guess.
  [[nodiscard]] bool solves(const sim::GameId& id, std::uint64_t attempt, sim::Cell first,
                            const CertainPlay::Watch& watch = {});

  // The game played last.
  const sim::Game& game() const { return game_; }

 private:
  sim::Game game_;
  CertainPlay play_;
};

// The identity that the layout of a try is drawn from: the game's own for try 0.
sim::GameId id_of_try(const sim::GameId& id, std::uint64_t attempt);

}  // namespace sapper::solvers
