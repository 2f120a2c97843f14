// Watching a strategy play Minesweeper: every board, with the reason and the risk of each move.
//
// The game is the one that `sapper run` plays as game 0 of the same board, rules, seed and strategy, with the
// first dig where a config puts it by default (the centre, under `safe_corners` a corner).
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "experiments/play/board_drawing.hpp"
#include "experiments/play/minesweeper_setup.hpp"

namespace sapper::experiments::minesweeper {

struct WatchOptions {
  std::string strategy;
  double delay_s = 0;  // between two moves
  DrawingStyle drawing;
  // Of a screen that each board replaces the last one on, as much of it around the dig as fits; empty: each board goes
  // below the one before.
  std::function<ScreenSize()> screen = {};
  // Of the strategy `external`: the program, as a shell takes it, and whether it may be run.
  std::string command = {};
  bool allow_commands = false;
};

// InputError for an unknown strategy, or one that cannot play this game. Returns whether the game was won.
bool watch_minesweeper(std::ostream& out, const MinesweeperSetup& setup, const WatchOptions& options);

}  // namespace sapper::experiments::minesweeper
