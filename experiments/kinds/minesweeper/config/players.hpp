// Who plays Minesweeper, by name: the strategies, and the players from outside this program, `external` (a user's program,
// external_player.hpp) and `policy` (a function of the process that plays, such as a trained network in Python,
// policy_player.hpp). The entries of these only hold their settings: PlayerFactory (external/player_factory.hpp) makes the
// players.
#pragma once

#include <span>
#include <string_view>

#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

std::span<const solvers::StrategyEntry> players();                // in the order of `sapper list`
const solvers::StrategyEntry* find_entry(std::string_view name);  // null if there is none

bool is_program(const solvers::StrategyEntry& entry);  // `external`
bool is_policy(const solvers::StrategyEntry& entry);
bool is_outside(const solvers::StrategyEntry& entry);  // either

}  // namespace sapper::experiments::minesweeper
