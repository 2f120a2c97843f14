// `min_risk`: the local rules, then every certain cell, then a cell of lowest exact P(mine). Ties (to 1e-9) are broken
// uniformly at random.
#pragma once

#include <memory>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

std::unique_ptr<Strategy> make_min_risk_strategy(const sim::GameRules& rules, const Settings&);

}  // namespace sapper::solvers
