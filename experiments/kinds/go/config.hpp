// A Go experiment's config: board sizes, komis and players.
//
//     "game": "go",
//     "boards": [{"size": [5, 9], "komi": [0.5, 7.5]}],   lists expand to their product, size outermost
//     "scoring": "area" | "majority",                     default: area
//     "end": "settled" | "passes",                        default: settled; sim/go/game.hpp
//     "strategies": ["random",                            who plays both sides, or each side;
//                    {"name": "uct", "playouts": 200},    default: random
//                    {"black": "random", "white": {"name": "uct", "playouts": 50}}]
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/run/case_property.hpp"
#include "sim/go/game.hpp"
#include "solvers/go/player.hpp"

namespace sapper::experiments::go {

inline constexpr std::string_view kKindOfGame = "go";

struct Board {
  int size = 9;
  int komi_halves = 15;
  bool operator==(const Board&) const = default;
};
std::string name_of(const Board& board);  // `9 x 9, komi 7.5`
boost::json::object to_json(const Board& board);

// The players of Black and White.
struct Pairing {
  solvers::go::PlayerChoice black;
  solvers::go::PlayerChoice white;
  std::string label;  // `uct(playouts=200)`, `random vs uct`, Black first; or the config's own
};

struct Config : CommonConfig {
  std::vector<Board> boards;
  sim::go::Scoring scoring = sim::go::Scoring::area;
  sim::go::GameEnd end = sim::go::GameEnd::settled;
  std::vector<Pairing> strategies;                // default: random against random
  bool varies_size = false, varies_komi = false;  // over the boards

  std::size_t case_count() const { return boards.size(); }
  std::vector<std::string> labels() const;
  sim::go::Rules rules_of(const Board& board) const {
    return {.size = board.size, .komi_halves = board.komi_halves, .scoring = scoring, .end = end};
  }
};

// InputError, with file, line, column and path, for any error.
Config read_config(const json::Document& document, const ConfigOverrides& overrides);
// A config that is read back as the same Config.
boost::json::object to_json(const Config& config);
CaseProperties properties_of(const Config& config, std::size_t case_number);

// The key of a board in the random streams of its games (sim::GameId): only the size, so that komis are compared on the
// same games, as far as the players allow. "go" in the high bits, the size in the low bits.
constexpr std::uint64_t key_of_size(int size) {
  return std::uint64_t{0x676F} << 48 | static_cast<std::uint64_t>(size);
}

}  // namespace sapper::experiments::go
