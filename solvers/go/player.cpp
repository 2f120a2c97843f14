#include "solvers/go/player.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include "sim/go/scoring.hpp"
#include "sim/support/text.hpp"

namespace sapper::solvers::go {
namespace {

using sim::go::Board;
using sim::go::Color;
using sim::go::Game;
using sim::go::Point;

constexpr std::size_t kMaxNodes = std::size_t{1} << 24;

constexpr std::string_view kPlayouts = "playouts";
constexpr std::array kUctParameters{
    Parameter::whole(kPlayouts, 1, kMaxPlayouts, kDefaultPlayouts, "random games per move"),
};
constexpr std::array kPlayers{
    PlayerEntry{"random", "a uniformly random legal point, own eyes excepted",
                [](const Settings&) -> std::unique_ptr<Player> { return std::make_unique<RandomPlayer>(); }},
    PlayerEntry{"uct", "tree search by upper confidence bounds over random playouts",
                [](const Settings& settings) -> std::unique_ptr<Player> {
                  return std::make_unique<UctPlayer>(
                      UctOptions{.playouts = static_cast<std::uint32_t>(settings.whole(kPlayouts))});
                },
                kUctParameters},
};

}  // namespace

std::span<const PlayerEntry> players() { return kPlayers; }

PlayerChoice::PlayerChoice(const PlayerEntry& chosen, std::uint32_t playouts) : Choice(chosen) {
  if (this->playouts() == 0) return;
  settings.set(kPlayouts, playouts);
  label = name();
}

std::uint32_t PlayerChoice::playouts() const {
  return sim::find_named(entry->parameters, kPlayouts) == nullptr
             ? 0
             : static_cast<std::uint32_t>(settings.whole(kPlayouts));
}

PlayerChoice player_named(std::string_view name, std::uint32_t playouts) {
  return {*sim::find_named(kPlayers, name), playouts};
}

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
  if (nodes_[0].child_count == 1) return nodes_[1].move;
  for (std::uint32_t i = 0; i < options_.playouts; ++i) run_playout(game, stream);
  return nodes_[most_visited()].move;
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
