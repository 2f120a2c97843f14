// Positions from the games of an experiment, with exact labels, for tests of players and of language models.
//
// Each strategy of the experiment plays each game of each case; its views after each dig that did not end the game are
// the game's positions. They come in the order of games, then cases, then strategies, so that the first so many are
// uniform over games, and depend on the config and the games' numbers alone: collections of different games are
// disjoint.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

#include "experiments/kinds/minesweeper/config.hpp"

namespace sapper::experiments::minesweeper {

enum class PositionKind : std::uint8_t {
  guess,   // no cell is certainly safe
  forced,  // some cell is
  all,
};

struct CollectionOptions {
  PositionKind where = PositionKind::all;
  std::uint64_t first_game = 0;
  std::uint64_t most = 0;           // positions
  bool takes_one_per_game = false;  // of each strategy's, one of the kind, uniformly at random
  std::size_t threads = 1;
};

// Calls `take` with each line, in order, on this thread: at most `most` of them, from the config's games, until
// `stop` is set. The number of lines.
std::uint64_t collect_positions(const Config& config, const CollectionOptions& options,
                                const std::atomic<bool>& stop,
                                const std::function<void(std::string_view line)>& take);

}  // namespace sapper::experiments::minesweeper
