// The rules of a game, told to whoever plays it.
#pragma once

#include <string>

#include "experiments/play/minesweeper_setup.hpp"

namespace sapper::experiments::minesweeper {

// The board, how many mines were planted, the rules, and the seed that gives the same game again.
std::string introduction(const MinesweeperSetup& setup);

// The first-click rule, the reveal, the topology and whether mines move: a line each.
std::string explain_rules(const MinesweeperSetup& setup);

// Whether the rules keep the first dig free of mines wherever it is.
bool is_first_dig_safe(const MinesweeperSetup& setup);

}  // namespace sapper::experiments::minesweeper
