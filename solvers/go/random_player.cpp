#include "solvers/go/random_player.hpp"

#include <algorithm>
#include <utility>

namespace sapper::solvers::go {

// Draws empty points without replacement until one qualifies.
sim::go::Point RandomPlayer::choose(const sim::go::Game& game, sim::Stream& stream, Passing) {
  const sim::go::Board& board = game.board();
  const auto empty = board.empty_points();
  std::copy(empty.begin(), empty.end(), points_.begin());
  for (auto left = static_cast<std::uint32_t>(empty.size()); left > 0; --left) {
    const std::uint32_t drawn = stream.below(left);
    const sim::go::Point point = points_[drawn];
    if (!board.is_own_eye(point, game.to_move()) && game.is_legal(point)) return point;
    std::swap(points_[drawn], points_[left - 1]);
  }
  return sim::go::kPass;
}

}  // namespace sapper::solvers::go
