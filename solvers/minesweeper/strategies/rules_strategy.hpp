// `rules`: the two local rules to a fixed point; when stuck, a uniformly random hidden cell not known to be a
// mine.
#pragma once

#include <memory>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

std::unique_ptr<Strategy> make_rules_strategy(const sim::GameRules& rules, const Settings&);

}  // namespace sapper::solvers
