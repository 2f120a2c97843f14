// `pseq`: what is certain; then of the cells of lowest P(mine) those with the largest P(they are free and some
// certainly safe cell follows), of these those with the largest expected number of such cells, of these those with the
// largest entropy of the number that they may show; the rest at random. See guess_yield.hpp for the quantities and the
// source. With `endgame_layouts`, positions with at most so many layouts left are solved exactly first (PSEQ-D256).
//
// Where it follows the paper and not its authors' program MineSweeperProb (data/reference/README.md): that counts the
// dug cell itself as a safe cell that follows, where the cell's group consists of it alone or all the group's other
// cells are beside it. Ties: risks to LowestRisk::kTie, the other quantities to a relative 1e-8, as there. On positions
// that WhatIf refuses, ties of the risk are broken at random.
#pragma once

#include <array>
#include <memory>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

inline constexpr std::array kPseqParameters{
    Parameter::whole("endgame_layouts", 0, 512, 0,
                     "positions with at most so many layouts left are solved exactly"),
};

std::unique_ptr<Strategy> make_pseq_strategy(const sim::GameRules& rules, const Settings& settings);

}  // namespace sapper::solvers
