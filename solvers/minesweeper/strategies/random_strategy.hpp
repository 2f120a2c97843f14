// `random`: digs a uniformly random hidden cell.
#pragma once

#include <memory>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

std::unique_ptr<Strategy> make_random_strategy(const sim::GameRules& rules, const Settings&);

}  // namespace sapper::solvers
