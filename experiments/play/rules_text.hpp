// The rules of a game, in words for its player.
#pragma once

#include <string>

#include "experiments/play/minesweeper_setup.hpp"

namespace sapper::experiments::minesweeper {

// The board and the seed that reproduces the game, in one line.
std::string title(const MinesweeperSetup& setup);

// The title, how many mines there are, and the rules.
std::string introduction(const MinesweeperSetup& setup);

// The first-click rule, the reveal, the topology and whether mines move: one line each.
std::string explain_rules(const MinesweeperSetup& setup);

// Whether the first dig cannot hit a mine wherever it is, and the reason in words.
bool is_first_dig_safe(const MinesweeperSetup& setup);
std::string why_first_dig_is_safe(const MinesweeperSetup& setup);

}  // namespace sapper::experiments::minesweeper
