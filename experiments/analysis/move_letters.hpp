// The letters for the strategies' moves on a drawn board.
#pragma once

#include <map>

#include "solvers/minesweeper/analysis/analysis.hpp"

namespace sapper::experiments::minesweeper {

// A capital for each cell that a strategy digs, in the order of the cells; none is F, which marks flags.
std::map<sim::Cell, char> move_letters(const solvers::Analysis& analysis);

}  // namespace sapper::experiments::minesweeper
