// `progress`: like `min_risk`, but where nothing is certain it solves the position exactly if few layouts are left, and
// otherwise guesses by a cheap rule that also values information (informed_rule.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

inline constexpr std::array kProgressParameters{
    Parameter::whole("endgame_layouts", 0, 512, 64,
                     "positions with at most so many layouts left are solved exactly"),
};

std::unique_ptr<Strategy> make_progress_strategy(const sim::GameRules& rules, const Settings& settings);

}  // namespace sapper::solvers
