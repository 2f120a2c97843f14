// What a dig would tell: for each number that a cell can show, how probable it is and the posterior after it.
// Each is counted from scratch, so that any position is possible; posterior/what_if.hpp is for many cells of one.
#pragma once

#include <span>
#include <vector>

#include "sim/minesweeper/view.hpp"

namespace sapper::solvers {

struct DigOutcome {
  int number = 0;
  double probability = 0;      // P(the cell is free and shows the number) > 0; to about 1e-11
  std::vector<double> p_mine;  // [cell], as Analysis::p_mine, the cell shown
  std::vector<sim::Cell> safe;
  std::vector<sim::Cell> mine;
};

// By number, ascending; the probabilities add up to 1 - P(mine), and none is there for a certain mine. The cell
// is hidden, the position consistent; trusted_mines as in analyze(). An opening that the dig would start is not
// followed: the cells around a 0 are safe. ComponentTooWide where counting passes its limits.
std::vector<DigOutcome> dig_outcomes(const sim::View& view, std::span<const sim::Cell> trusted_mines,
                                     sim::Cell cell);

}  // namespace sapper::solvers
