// A random game of Go from a given position to its end, quickly.
//
// The side to move plays a point chosen uniformly among those that are empty, no suicide, not forbidden by
// simple ko and no own eye (Board::is_own_eye); if there is none it passes; two passes in succession end the
// game. Simple ko replaces superko, which would cost a lookup per move: longer cycles, such as triple kos,
// end at a cap of 3 moves per point, after which the position is scored as it stands. B. Brügmann, "Monte
// Carlo Go", 1993, for the method; B. Bouzy and B. Helmstetter, "Monte-Carlo Go developments", 2003, for the
// eyes.
//
// Cost: some 70 ns per move, 8 us per game on 9 x 9; allocates nothing.
#pragma once

#include <cstdint>

#include "sim/go/board.hpp"
#include "sim/random/stream.hpp"

namespace sapper::solvers::go {

inline constexpr std::uint32_t kPlayoutMovesPerPoint = 3;

// A uniformly random point among the playable ones that are no own eye, or kPass. Changes only the order of
// the board's empty points.
sim::go::Point random_point(sim::go::Board& board, sim::go::Color color, sim::Stream& stream);

struct PlayoutEnd {
  std::uint32_t moves = 0;  // stones placed
  bool is_capped = false;
};

// Plays on the board itself.
PlayoutEnd play_out(sim::go::Board& board, sim::go::Color to_move, sim::Stream& stream);

}  // namespace sapper::solvers::go
