// The cells that a first-click rule keeps free of mines after a first dig, written out from the rule's description: what
// tests hold layouts against.
#pragma once

#include <vector>

#include "sim/minesweeper/first_click.hpp"

namespace sapper::tests {

// In no particular order; a cell may be there twice.
inline std::vector<sim::Cell> kept_free(const sim::Grid& grid, sim::FirstClickRule rule, sim::Cell first) {
  using sim::FirstClickRule;
  std::vector<sim::Cell> cells;
  switch (rule) {
    case FirstClickRule::unprotected:
      break;
    case FirstClickRule::safe:
    case FirstClickRule::relocate:  // moved to a uniformly random free cell: every place is as likely
      cells.push_back(first);
      break;
    case FirstClickRule::opening:
      cells.push_back(first);
      for (const sim::Cell neighbor : grid.neighbors(first)) cells.push_back(neighbor);
      break;
    case FirstClickRule::safe_corners:
      for (const int row : {0, grid.rows() - 1})
        for (const int col : {0, grid.cols() - 1}) cells.push_back(grid.at(row, col));
      break;
  }
  return cells;
}

}  // namespace sapper::tests
