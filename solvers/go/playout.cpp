#include "solvers/go/playout.hpp"

namespace sapper::solvers::go {
using sim::go::Board;
using sim::go::Color;
using sim::go::Point;

// Draws empty points without replacement until one qualifies.
Point random_point(Board& board, Color color, sim::Stream& stream) {
  for (auto left = static_cast<std::uint32_t>(board.empty_points().size()); left > 0; --left) {
    const std::uint32_t drawn = stream.below(left);
    const Point point = board.empty_points()[drawn];
    if (board.around(point, Color::empty) > 0) return point;
    if (!board.is_own_eye(point, color) && board.is_playable(point, color)) return point;
    board.swap_empty(drawn, left - 1);
  }
  return sim::go::kPass;
}

PlayoutEnd play_out(Board& board, Color to_move, sim::Stream& stream) {
  const auto move_cap = static_cast<std::uint32_t>(board.point_count()) * kPlayoutMovesPerPoint;
  PlayoutEnd end;
  for (unsigned passes = 0; passes < 2; to_move = opposite(to_move)) {
    const Point point = random_point(board, to_move, stream);
    if (point == sim::go::kPass) {
      ++passes;
      board.forget_ko();
      continue;
    }
    if (end.moves == move_cap) {
      end.is_capped = true;
      break;
    }
    board.play(point, to_move);
    ++end.moves;
    passes = 0;
  }
  return end;
}

}  // namespace sapper::solvers::go
