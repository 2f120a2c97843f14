// What a player is told of a game before it begins: its board, its mines and its rules.
#pragma once

#include <optional>
#include <string>

#include "experiments/play/minesweeper_setup.hpp"

namespace sapper::experiments::minesweeper {

// The board and the seed that reproduces the game, in one line.
std::string title(const MinesweeperSetup& setup);

// The title, how many mines there are, and the rules.
std::string introduction(const MinesweeperSetup& setup);

// The first-click rule, the reveal, the topology and whether mines move: one line each.
std::string explain_rules(const MinesweeperSetup& setup);

// The first dig that the file's board was drawn for, which is made for the player; nullopt if it is not known, or a mine.
std::optional<sim::Cell> first_dig_of_file(const MinesweeperSetup& setup);

// Why the first dig cannot hit a mine wherever it is; nullopt if it can.
std::optional<std::string> first_dig_safety(const MinesweeperSetup& setup);

}  // namespace sapper::experiments::minesweeper
