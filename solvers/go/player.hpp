// Go players: their interface, and the players by name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/go/game.hpp"
#include "sim/random/stream.hpp"
#include "solvers/support/settings.hpp"

namespace sapper::solvers::go {

enum class Passing : std::uint8_t {
  free,         // whenever it seems best
  last_resort,  // only when every legal point is an own eye, so that all dead stones get captured
};

// Reuses its memory from move to move; for one thread at a time. Its choice depends only on the game, the stream and
// its options.
class Player {
 public:
  virtual ~Player() = default;
  // A legal move for the side to move, kPass included. The game is not over.
  virtual sim::go::Point choose(const sim::go::Game& game, sim::Stream& stream, Passing passing) = 0;
};

enum class PlayerKind : std::uint8_t { random, uct };

struct PlayerEntry {
  PlayerKind kind;
  std::string_view name;
  std::string_view description;
  std::span<const Parameter> parameters;
};
std::span<const PlayerEntry> player_kinds();

inline constexpr std::uint32_t kDefaultPlayouts = 1000;  // per move
inline constexpr std::uint32_t kMaxPlayouts = 10'000'000;

struct PlayerSpec {
  PlayerKind kind = PlayerKind::uct;
  std::uint32_t playouts = kDefaultPlayouts;  // of uct
  bool operator==(const PlayerSpec&) const = default;
};
std::string name_of(const PlayerSpec& spec);  // `random`, `uct`, `uct(playouts=200)`

// A player by its kind's row and its settings, and back.
PlayerSpec make_spec(const PlayerEntry& entry, const Settings& settings);
Settings settings_of(const PlayerSpec& spec);

std::unique_ptr<Player> make_player(const PlayerSpec& spec);

}  // namespace sapper::solvers::go
