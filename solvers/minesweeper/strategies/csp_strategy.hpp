// `csp`: the local rules, then every cell on which all consistent layouts agree, mine count included; when stuck, a
// uniformly random hidden cell not known to be a mine.
#pragma once

#include <memory>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

std::unique_ptr<Strategy> make_csp_strategy(const sim::GameRules& rules, const Settings&);

}  // namespace sapper::solvers
