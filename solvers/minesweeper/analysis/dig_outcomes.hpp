// The outcomes of a dig: for each number that the cell can show, its probability and the posterior after it. Each is
// counted from scratch, so that any position can be handled; for many cells of one position use posterior/what_if.hpp.
#pragma once

#include <span>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/posterior/cell_risks.hpp"

namespace sapper::solvers {

// The risks are those after the dig.
struct DigOutcome : CellRisks {
  int number = 0;
  double probability = 0;  // P(the cell is free and shows the number) > 0; to about 1e-11
};

// By number, ascending; the probabilities add up to 1 - P(mine); empty for a certain mine. The cell
// is hidden, the position consistent; trusted_mines as in analyze(). An opening is not followed: the cells around a 0
// are just safe. ComponentTooWide where counting passes its limits.
std::vector<DigOutcome> dig_outcomes(const sim::View& view, std::span<const sim::Cell> trusted_mines,
                                     sim::Cell cell);
// The same on a lattice or graph, also of a position without a mine count.
std::vector<DigOutcome> dig_outcomes(const sim::GraphPosition& position, sim::Cell cell);

}  // namespace sapper::solvers
