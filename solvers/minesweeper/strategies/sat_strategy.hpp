// `sat`: the play of `csp` by another method. The local rules, then every cell on which all consistent layouts agree,
// mine count included, found by a SAT solver (sat_deduction.hpp); when stuck, a uniformly random hidden cell not known
// to be a mine. If the mines do not move it plays exactly as `csp` does, guess for guess, some ten times slower: a
// cross-check, not a fast method.
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
