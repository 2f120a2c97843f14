// `sat`: the same play as `csp` by another method. The local rules, then every cell that all consistent layouts agree
// on, the mine count included, found by a SAT solver (sat_deduction.hpp); when stuck, a uniformly random
// hidden cell not known to be a mine. Where the mines do not move it plays as `csp` does, guess for guess,
// some ten times slower: a cross-check, not a fast method.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

std::unique_ptr<Strategy> make_sat_strategy(const sim::GameRules& rules, const Settings&);

// Refuses boards of more than 1024 cells: where the mine count is tight, positions of thousands of cells
// take seconds each.
std::optional<std::string> sat_refusal(const sim::GameRules& rules, const Settings&);

}  // namespace sapper::solvers
