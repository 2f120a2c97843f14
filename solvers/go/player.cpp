#include "solvers/go/player.hpp"

#include <array>

#include "solvers/go/random_player.hpp"
#include "solvers/go/uct_player.hpp"

namespace sapper::solvers::go {
namespace {

constexpr std::array kPlayers{
    PlayerEntry{PlayerKind::random, "random", "a uniformly random legal point that is no own eye"},
    PlayerEntry{PlayerKind::uct, "uct", "tree search by upper confidence bounds over random playouts"},
};

}  // namespace

std::span<const PlayerEntry> player_kinds() { return kPlayers; }

std::string name_of(const PlayerSpec& spec) {
  return spec.kind == PlayerKind::random ? "random" : "uct(" + std::to_string(spec.playouts) + ')';
}

std::unique_ptr<Player> make_player(const PlayerSpec& spec) {
  if (spec.kind == PlayerKind::random) return std::make_unique<RandomPlayer>();
  return std::make_unique<UctPlayer>(UctOptions{.playouts = spec.playouts});
}

}  // namespace sapper::solvers::go
