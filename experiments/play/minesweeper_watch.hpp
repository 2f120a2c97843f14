// Shows a strategy playing Minesweeper: every board, with the reason and the risk of each move.
//
// The game is the one that `sapper run` plays as game 0 of the same board, rules, seed and strategy, with the config's
// default first dig (the centre, under `safe_corners` a corner).
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
  // The size of a screen on which each board replaces the previous one, showing the part around the dig that fits;
  // empty: each board is printed below the previous one.
  std::function<ScreenSize()> screen = {};
  // The program of the strategy `external`, as a shell command line, and whether it may be run.
  std::string command = {};
  bool allow_commands = false;
};

// InputError for an unknown strategy, or one that cannot play this game. Returns whether the game was won.
bool watch_minesweeper(std::ostream& out, const MinesweeperSetup& setup, const WatchOptions& options);

}  // namespace sapper::experiments::minesweeper
