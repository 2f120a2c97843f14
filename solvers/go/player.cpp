#include "solvers/go/player.hpp"

#include <array>

#include "solvers/go/random_player.hpp"
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

}  // namespace sapper::solvers::go
