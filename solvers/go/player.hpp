// Go players: their interface, and the players by name.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

struct PlayerEntry {
  std::string_view name;
  std::string_view description;
  std::unique_ptr<Player> (*make)(const Settings& settings);
  std::span<const Parameter> parameters = {};
};
std::span<const PlayerEntry> players();

inline constexpr std::uint32_t kDefaultPlayouts = 1000;  // per move
inline constexpr std::uint32_t kMaxPlayouts = 10'000'000;

// A player as a config specifies it: `random`, `uct`, `uct(playouts=200)`.
struct PlayerChoice : Choice<PlayerEntry> {
  using Choice::Choice;
  // playouts: per move, if it makes any.
  PlayerChoice(const PlayerEntry& chosen, std::uint32_t playouts);
  std::uint32_t playouts() const;  // per move; 0: it makes none
  std::unique_ptr<Player> make() const { return entry->make(settings); }
};
// The player of that name, which must exist.
PlayerChoice player_named(std::string_view name, std::uint32_t playouts = kDefaultPlayouts);

// Plays uniformly at random among the legal points that are not own eyes; passes when there are none. Like a
// playout (below), but under the full rules, superko included.
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
// Cost: some 70 ns per move, 8 us per game on 9 x 9; nothing is allocated.
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

// UCT: a tree of moves grown by random playouts (L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo
// planning", ECML 2006).
//
// Each playout walks down the tree. In a node where every child has been tried it takes the child of highest
// upper bound, mean + c sqrt(ln N / n), for n visits of the child and N of the node; before that, an untried
// one. The walk ends at the end of the game or in a node visited for the first time, from where a random game
// (above) is played; the winner by the game's scoring gets 1, the loser 0, both 1/2 in a draw. A
// node gets children at its second visit (R. Coulom, 2006): all legal points (superko included) that are not own eyes,
// and the pass. The move played is the child of the root with the most visits.
//
// c is below UCB1's sqrt(2) because in Go the means of the moves are close together. Logarithms are computed with +, -,
// *, / only, so that the choice is the same on every machine.
//
// Cost: on 9 x 9 some 10 us per playout and 16 bytes per node, one for each move of the visited positions; at
// most 2^24, after which the tree stops growing. Nothing is allocated after warm-up.
struct UctOptions {
  std::uint32_t playouts = kDefaultPlayouts;  // per move
  double exploration = 0.5;                   // c
};

class UctPlayer final : public Player {
 public:
  explicit UctPlayer(const UctOptions& options) : options_(options), game_({.size = 1}), board_(1) {}
  sim::go::Point choose(const sim::go::Game& game, sim::Stream& stream, Passing passing) override;

 private:
  struct Node {
    std::uint32_t visits = 0;
    std::uint32_t half_wins = 0;  // for the side that made the move
    std::uint32_t first_child = 0;
    std::uint16_t child_count = 0;
    sim::go::Point move = sim::go::kPass;
  };

  void run_playout(const sim::go::Game& root, sim::Stream& stream);
  void expand(std::uint32_t node, sim::Stream& stream, Passing passing);
  std::uint32_t best_bound(const Node& parent) const;
  std::uint32_t most_visited() const;
  sim::go::Color winner_of_playout(sim::Stream& stream);
  void back_up(sim::go::Color root_mover, sim::go::Color winner);

  UctOptions options_;
  std::vector<Node> nodes_;  // the root first; the children of a node are contiguous
  std::vector<std::uint32_t> path_;
  sim::go::Game game_;    // of the current tree walk
  sim::go::Board board_;  // of the current playout
};

// ln(number) for number >= 1, by the series of artanh; to 1e-15.
double natural_log(std::uint32_t number);

}  // namespace sapper::solvers::go
