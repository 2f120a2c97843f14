// Plays games by all that is certain, as `csp` does, and stops where a guess would be due: for makers of boards that need
// no guess (no_guess.hpp, repaired_layouts.hpp). What they make does not depend on how openings spread, as every cell that
// an opening shows is certainly safe.
#pragma once

#include <functional>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/choice/reasoner.hpp"

namespace sapper::solvers {

class CertainPlay {
 public:
  // Sees each dig before it is made.
  using Watch = std::function<void(const sim::View& view, const Move& dig)>;

  // The grid must outlive the object.
  explicit CertainPlay(const sim::Grid& grid) : reasoner_(grid, telemetry_) {}

  // Goes on with a game that has begun, until nothing is certain. True if the game is won.
  [[nodiscard]] bool play(sim::Game& game, const Watch& watch = {});

  // After play() has returned false: what is known; no cell that is unknown to it is certain.
  const LocalRules& settled_knowledge() {
    reasoner_.settle();
    return reasoner_.knowledge();
  }

 private:
  Telemetry telemetry_;
  Reasoner reasoner_;
  Digs digs_;
};

}  // namespace sapper::solvers
