// Hints for a player: the exact P(mine) of every hidden cell, and a good move.
#pragma once

#include <cstdint>
#include <string>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::experiments::minesweeper {

// Flags are marks, not evidence. Throws ComponentTooWide if counting exceeds its limits.
solvers::CellRisks find_risks(const sim::View& view);

struct Advice {
  sim::Cell cell = sim::kNoCell;
  solvers::MoveKind kind = solvers::MoveKind::guess;
  std::string strategy;  // the strategy whose move it is
};

// The move of the strongest strategy that can play this game, which is not over. `seed`: of its random choices.
Advice advise(const sim::Game& game, std::uint64_t seed);

// The reason for a dig, in words: `certainly safe by the local rules`, `a guess`.
std::string_view reason_of(solvers::MoveKind kind);

}  // namespace sapper::experiments::minesweeper
