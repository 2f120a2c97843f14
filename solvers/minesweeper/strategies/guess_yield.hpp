// What a guess yields: the quantities by which PSEQ breaks ties among cells of lowest risk (J. Tu, T. Li, S. Chen,
// Y. Cui: Exploring efficient strategies for Minesweeper, AAAI-17 workshop on What's Next for AI in Games, 2017).
//
// Exact, from WhatIf; its limit on the size of positions applies. Cost: nine numbers of WhatIf per cell.
#pragma once

#include "solvers/minesweeper/posterior/what_if.hpp"

namespace sapper::solvers {

struct GuessYield {
  // P(the cell is free and some other hidden cell is certainly safe then).
  double p_safe_follows = 0;
  // The expected number of such cells, 0 where the cell is a mine.
  double safe_cells = 0;
  // The entropy of the number that the cell shows, given that it is free; in bits.
  double entropy = 0;
};

// After what_if.start().
GuessYield yield_of(WhatIf& what_if, sim::Cell cell);

}  // namespace sapper::solvers
