// One game of an erring player against a perfect one, on the four distances of a tablet.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/kinds/tablet/config.hpp"

namespace sapper::experiments::tablet {

struct PlayedMove {
  sim::nim::Heaps before;
  sim::nim::Move move;
  int value = 0;  // of `before`, for who moves
  int next = 0;   // of the position after
  bool by_erring = false;
  bool is_random = false;  // the erring player erred: any move, which may still be a best one
};

struct GameCounts {
  bool won = false;         // by the erring player
  std::uint32_t moves = 0;  // the erring player's
  std::uint32_t random_moves = 0;
  std::uint32_t blunders = 0;  // random moves that gave a won position away
  std::uint32_t length = 0;    // both players' moves
};

// Keeps its memory from game to game.
class ErringGame {
 public:
  // The solver covers the start; `script`, if any, is given all moves.
  GameCounts play(const Start& start, double error_rate, const sim::GameId& id, solvers::nim::Solver& solver,
                  std::vector<PlayedMove>* script = nullptr);

 private:
  // Both look at next_; the number of a move is its place in the order of for_each_move().
  std::uint32_t best_move(int best_next, sim::Stream& random) const;
  static sim::nim::Move move_number(const sim::nim::Heaps& heaps, std::uint32_t number);

  std::vector<int> next_;  // values of the positions that the moves lead to
};

}  // namespace sapper::experiments::tablet
