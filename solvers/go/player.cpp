#include "solvers/go/player.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "solvers/go/uct_player.hpp"

namespace sapper::solvers::go {

namespace {

constexpr std::array kUctParameters{
    Parameter::whole("playouts", 1, kMaxPlayouts, kDefaultPlayouts, "random games per move"),
};
constexpr std::array kPlayers{
    PlayerEntry{PlayerKind::random, "random", "a uniformly random legal point, own eyes excepted", {}},
    PlayerEntry{PlayerKind::uct, "uct", "tree search by upper confidence bounds over random playouts",
                kUctParameters},
};

const PlayerEntry& entry_of(PlayerKind kind) {
  for (const PlayerEntry& entry : kPlayers)
    if (entry.kind == kind) return entry;
  return kPlayers.front();
}

}  // namespace

std::span<const PlayerEntry> player_kinds() { return kPlayers; }

std::string name_of(const PlayerSpec& spec) { return label_of(entry_of(spec.kind).name, settings_of(spec)); }

PlayerSpec make_spec(const PlayerEntry& entry, const Settings& settings) {
  PlayerSpec spec{.kind = entry.kind};
  if (entry.kind == PlayerKind::uct) spec.playouts = static_cast<std::uint32_t>(settings.whole("playouts"));
  return spec;
}

Settings settings_of(const PlayerSpec& spec) {
  Settings settings(entry_of(spec.kind).parameters);
  if (spec.kind == PlayerKind::uct) settings.set("playouts", spec.playouts);
  return settings;
}

std::unique_ptr<Player> make_player(const PlayerSpec& spec) {
  if (spec.kind == PlayerKind::random) return std::make_unique<RandomPlayer>();
  return std::make_unique<UctPlayer>(UctOptions{.playouts = spec.playouts});
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
