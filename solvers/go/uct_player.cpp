#include "solvers/go/uct_player.hpp"

#include <bit>
#include <cmath>
#include <span>

#include "sim/go/scoring.hpp"
#include "solvers/go/player.hpp"

namespace sapper::solvers::go {
namespace {

using sim::go::Color;
using sim::go::Game;
using sim::go::Point;

constexpr std::size_t kMaxNodes = std::size_t{1} << 24;

}  // namespace

double natural_log(std::uint32_t number) {
  constexpr double kLogOfTwo = 0.6931471805599453;
  const int exponent = std::bit_width(number) - 1;
  const double mantissa = static_cast<double>(number) / static_cast<double>(std::uint32_t{1} << exponent);
  const double ratio = (mantissa - 1) / (mantissa + 1);  // below 1/3
  double power = ratio;
  double sum = 0;
  for (int odd = 1; odd < 34; odd += 2) {
    sum += power / odd;
    power *= ratio * ratio;
  }
  return exponent * kLogOfTwo + 2 * sum;
}

Point UctPlayer::choose(const Game& game, sim::Stream& stream, Passing passing) {
  nodes_.clear();
  nodes_.emplace_back();
  game_ = game;
  expand(0, stream, passing);
  expected_score_ = 0.5;
  if (nodes_[0].child_count == 1) return nodes_[1].move;
  for (std::uint32_t i = 0; i < options_.playouts; ++i) run_playout(game, stream);
  const Node& best = nodes_[most_visited()];
  if (best.visits > 0) expected_score_ = best.half_wins / (2.0 * best.visits);
  return best.move;
}

void UctPlayer::run_playout(const Game& root, sim::Stream& stream) {
  game_.return_to(root);
  path_.clear();
  for (std::uint32_t node = 0;;) {
    path_.push_back(node);
    if (game_.is_over()) return back_up(root.to_move(), game_.winner());
    if (nodes_[node].child_count == 0) {
      if (nodes_[node].visits == 0 || nodes_.size() >= kMaxNodes)
        return back_up(root.to_move(), winner_of_playout(stream));
      expand(node, stream, Passing::free);
    }
    node = best_bound(nodes_[node]);
    game_.play(nodes_[node].move);
  }
}

// Children are stored in random order, so that the first untried one is random.
void UctPlayer::expand(std::uint32_t node, sim::Stream& stream, Passing passing) {
  const std::size_t first = nodes_.size();
  for (const Point point : game_.board().empty_points()) {
    if (game_.board().is_own_eye(point, game_.to_move()) || !game_.is_legal(point)) continue;
    nodes_.push_back({.move = point});
  }
  if (passing == Passing::free || nodes_.size() == first) nodes_.push_back({.move = sim::go::kPass});
  stream.shuffle(std::span(nodes_).subspan(first));
  nodes_[node].first_child = static_cast<std::uint32_t>(first);
  nodes_[node].child_count = static_cast<std::uint16_t>(nodes_.size() - first);
}

std::uint32_t UctPlayer::best_bound(const Node& parent) const {
  const double width = options_.exploration * std::sqrt(natural_log(std::max(parent.visits, 1U)));
  std::uint32_t best = parent.first_child;
  double best_value = -1;
  for (std::uint32_t child = parent.first_child; child < parent.first_child + parent.child_count; ++child) {
    const Node& node = nodes_[child];
    if (node.visits == 0) return child;
    const double visits = node.visits;
    const double value = node.half_wins / (2 * visits) + width / std::sqrt(visits);
    if (value > best_value) {
      best_value = value;
      best = child;
    }
  }
  return best;
}

std::uint32_t UctPlayer::most_visited() const {
  std::uint32_t best = nodes_[0].first_child;
  const std::uint32_t first = best;
  for (std::uint32_t child = first; child < first + nodes_[0].child_count; ++child)
    if (nodes_[child].visits > nodes_[best].visits) best = child;
  return best;
}

Color UctPlayer::winner_of_playout(sim::Stream& stream) {
  board_ = game_.board();
  play_out(board_, game_.to_move(), stream);
  return winner_of(score_of(board_, game_.rules().scoring, game_.rules().komi_halves));
}

void UctPlayer::back_up(Color root_mover, Color winner) {
  Color mover = opposite(root_mover);  // of the move into the root
  for (const std::uint32_t node : path_) {
    ++nodes_[node].visits;
    nodes_[node].half_wins += winner == Color::empty ? 1U : winner == mover ? 2U : 0U;
    mover = opposite(mover);
  }
}

}  // namespace sapper::solvers::go
