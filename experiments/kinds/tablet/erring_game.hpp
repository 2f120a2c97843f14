// One game of an erring player against a perfect one, on the four distances of a tablet.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "experiments/kinds/tablet/config.hpp"
#include "experiments/kinds/tablet/erring_experiment.hpp"
#include "experiments/kinds/tablet/game_start.hpp"

namespace sapper::experiments::tablet {

struct PlayedMove {
  sim::nim::Heaps before;
  sim::nim::Move move;
  int value = 0;  // of `before`, for the player to move
  int next = 0;   // of the position after
  bool by_erring = false;
  bool is_random = false;  // the erring player erred: a random move, which may still be a best one
};

// Reuses its memory from game to game.
class ErringGame {
 public:
  // Counts the game, and returns whether the erring player won it. The solver must cover the start; `script`, if any,
  // receives all moves.
  bool play(const GameStart& start, double error_rate, const sim::GameId& id, solvers::nim::Solver& solver,
            ErringCounts& counts, std::vector<PlayedMove>* script = nullptr);

 private:
  // The index in next_ of a move to a position of this value.
  std::uint32_t move_to(int value, sim::Stream& random) const;

  std::vector<std::pair<sim::nim::Move, int>>
      next_;  // the moves, and the values of the positions that they lead to
};

}  // namespace sapper::experiments::tablet
