// One game of an erring player against a perfect one, on the four distances of a tablet.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/kinds/tablet/config.hpp"

namespace sapper::experiments::tablet {

struct PlayedMove {
  sim::nim::Heaps before;
  sim::nim::Move move;
  int value = 0;  // of `before`, for the player to move
  int next = 0;   // of the position after
  bool by_erring = false;
  bool is_random = false;  // the erring player erred: a random move, which may still be a best one
};

struct GameCounts {
  bool won = false;         // by the erring player
  std::uint32_t moves = 0;  // the erring player's
  std::uint32_t random_moves = 0;
  std::uint32_t blunders = 0;  // random moves that gave away a won position
  std::uint32_t length = 0;    // both players' moves
};

// Reuses its memory from game to game.
class ErringGame {
 public:
  // The solver must cover the start; `script`, if any, receives all moves.
  GameCounts play(const Start& start, double error_rate, const sim::GameId& id, solvers::nim::Solver& solver,
                  std::vector<PlayedMove>* script = nullptr);

 private:
  // Both use next_; the number of a move is its index in the order of for_each_move().
  std::uint32_t best_move(int best_next, sim::Stream& random) const;
  static sim::nim::Move move_number(const sim::nim::Heaps& heaps, std::uint32_t number);

  std::vector<int> next_;  // values of the positions that the moves lead to
};

}  // namespace sapper::experiments::tablet
