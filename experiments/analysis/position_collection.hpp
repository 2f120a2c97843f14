// Positions from the games of an experiment, with exact labels, for tests of players and of language models.
//
// Each strategy of the experiment plays each game of each case; its views after each dig that did not end the game are
// the game's positions. They come in the order of games, then cases, then strategies, so that the first N are
// uniform over games, and depend on the config and the games' numbers alone: collections of different games are
// disjoint. A line is an object that is a position file too (analysis/position_reader.hpp):
//
//   {"schema", "id", "rows", "cols", "mines", "topology", "first_click", "cells": [row strings],
//    "p_mine": [[P(mine), null where shown], ...],
//    "safe": [[r, c], ...], "safe_inference": [inference, ...], "mine": [[r, c], ...], "mine_inference": [inference, ...],
//    "best": [[r, c], ...] or null, "win_probability": number or null,
//    "value_cells": [[r, c], ...] or null, "values": [win chance, ...] or null,
//    "expert": [r, c], "source": {"name", "seed", "case", "game", "strategy", "digs"}}
//
// best: the certainly safe cells where there are any; else, where all layouts left can be searched, the digs with
// the highest win chance under best play, with that chance and those of the other cells that may be free. Each list holds
// values of one type, so that column stores read the file. In `sapper-positions/1`, which is still read, the items of
// safe, mine and values were cells together with their label.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "experiments/kinds/minesweeper/config/config.hpp"

namespace sapper::experiments::minesweeper {

inline constexpr std::string_view kPositionsSchema = "sapper-positions/2";
inline constexpr std::string_view kOldPositionsSchema = "sapper-positions/1";

enum class PositionKind : std::uint8_t {
  guess,   // no cell is certainly safe
  forced,  // some cell is certainly safe
  all,
};

struct CollectionOptions {
  PositionKind where = PositionKind::all;
  std::uint64_t first_game = 0;
  std::uint64_t most = 0;           // positions
  bool takes_one_per_game = false;  // of each strategy's, one of the kind, uniformly at random
  std::size_t threads = 1;
};

struct CollectedPositions {
  std::uint64_t count = 0;
  std::uint64_t next_game = 0;  // the first game of which none was taken
  bool is_complete = false;     // no further one was asked for, or there is none
};
// Goes on from `collected`, whose next_game is at first the options' first_game: up to `most` positions of the config's games.
// Calls take(lines of some games, after which `collected` is as of them), in order, by one thread at a time. Once `stop` is set
// it ends after a whole game.
void collect_positions(const Config& config, const CollectionOptions& options, const std::atomic<bool>& stop,
                       CollectedPositions& collected,
                       const std::function<void(std::span<const std::string> lines)>& take);

}  // namespace sapper::experiments::minesweeper
