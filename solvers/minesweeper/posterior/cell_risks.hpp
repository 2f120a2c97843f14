// P(mine) of every cell, and the hidden cells that are certain: what a Posterior or a GraphPosterior says of a whole board.
#pragma once

#include <vector>

#include "sim/minesweeper/grid.hpp"

namespace sapper::solvers {

struct CellRisks {
  std::vector<double> p_mine;   // [cell], in [0, 1]; NaN where shown. 0 and 1 mean certainty, from counts
  std::vector<sim::Cell> safe;  // ascending
  std::vector<sim::Cell> mine;
};

}  // namespace sapper::solvers
