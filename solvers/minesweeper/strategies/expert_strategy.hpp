// `expert`: the strongest play that stays practical for experiments.
//
// Digs certain cells; solves positions with few layouts exactly (endgame.hpp); otherwise chooses the guess by two-step
// survival (look_ahead.hpp) and, depending on the effort, by play-outs of the best candidates on sampled layouts
// (playouts.hpp): at effort 1 late in the game, from 2 on at every guess. Play-outs increase towards the end, as their
// gain per time falls steeply with the number of layouts left.
#pragma once

#include <array>
#include <memory>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

inline constexpr std::array kExpertParameters{
    Parameter::whole(
        "effort", 0, 3, 1,
        "0: look-ahead; 1: and play-outs late in the game; 2: from the first opening on; 3: more of them"),
    Parameter::whole("endgame_layouts", 0, 4096, 512,
                     "positions with at most so many layouts left are solved exactly"),
    Parameter::whole("playout_layouts", 0, 100'000, 0,
                     "most layouts on which a guess's candidates are played out; 0: as effort says"),
    Parameter::number("late", 0, 1e6, 120,
                      "effort 1: play-outs where the natural logarithm of the layouts left is at most this"),
};

std::unique_ptr<Strategy> make_expert_strategy(const sim::GameRules& rules, const Settings& settings);

}  // namespace sapper::solvers
