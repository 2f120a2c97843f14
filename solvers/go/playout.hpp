// A fast random game of Go from a given position to its end.
//
// The side to move plays a point chosen uniformly among the empty points that are not suicide, not forbidden by simple
// ko and not an own eye (Board::is_own_eye); if there is none it passes; two passes in succession end the game. Simple
// ko replaces superko, which would cost a lookup per move: longer cycles, such as triple kos, end at a cap of 3 moves
// per point, after which the position is scored as it is. Sources: B. Brügmann, "Monte Carlo Go", 1993 (the method); B.
// Bouzy and B. Helmstetter, "Monte-Carlo Go developments", 2003 (the eyes).
//
// Cost: some 70 ns per move, 8 us per game on 9 x 9; allocates nothing.
#pragma once

#include <cstdint>

#include "sim/go/board.hpp"
#include "sim/random/stream.hpp"

namespace sapper::solvers::go {

inline constexpr std::uint32_t kPlayoutMovesPerPoint = 3;

// A uniformly random playable point that is not an own eye, or kPass. Changes only the order of the board's empty
// points.
sim::go::Point random_point(sim::go::Board& board, sim::go::Color color, sim::Stream& stream);

struct PlayoutEnd {
  std::uint32_t moves = 0;  // stones placed
  bool is_capped = false;
};

// Plays on `board` itself.
PlayoutEnd play_out(sim::go::Board& board, sim::go::Color to_move, sim::Stream& stream);

}  // namespace sapper::solvers::go
