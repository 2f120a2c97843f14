// Go players: their interface, and the players by name.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/go/board.hpp"
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

// Plays uniformly at random among the legal points that are not own eyes; passes when there are none. Like a
// playout (player.hpp), but under the full rules, superko included.

class RandomPlayer final : public Player {
 public:
  sim::go::Point choose(const sim::go::Game& game, sim::Stream& stream, Passing passing) override;

 private:
  std::array<sim::go::Point, sim::go::kMaxPoints> points_;
};

// A fast random game of Go from a given position to its end.
//
// The side to move plays a point chosen uniformly among the empty points that are not suicide, not forbidden by simple
// ko and not an own eye (Board::is_own_eye); if there is none it passes; two passes in succession end the game. Simple
// ko replaces superko, which would cost a lookup per move: longer cycles, such as triple kos, end at a cap of 3 moves
// per point, after which the position is scored as it is. Sources: B. Brügmann, "Monte Carlo Go", 1993 (the method); B.
// Bouzy and B. Helmstetter, "Monte-Carlo Go developments", 2003 (the eyes).
//
// Cost: some 70 ns per move, 8 us per game on 9 x 9; allocates nothing.

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
