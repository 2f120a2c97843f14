// What strategies must find, by the simplest methods: sweeps over the whole board, and brute force.
#pragma once

#include <vector>

#include "sim/minesweeper/view.hpp"
#include "tests/support/layout_oracle.hpp"

namespace sapper::tests {

// Sets of hidden cells, ascending.
struct KnownCells {
  std::vector<sim::Cell> safe;
  std::vector<sim::Cell> mine;
};

// The two local rules, swept over the board again and again until nothing changes:
//   1. as many hidden neighbours that are not known to be safe as the number says: all are mines;
//   2. as many neighbours known to be mines as the number says: the others are safe.
// Cells free by rule are known to be safe from the start. For consistent views.
KnownCells known_by_rules(const sim::View& view);

// Cells with the same content in every consistent layout.
KnownCells known_by_layouts(const sim::View& view, const LayoutCounts& counts);

// Hidden cells that are not in `mines` (ascending), ascending.
std::vector<sim::Cell> hidden_cells_without(const sim::View& view, const std::vector<sim::Cell>& mines);

// Hidden cells with the fewest consistent layouts that hold a mine there.
std::vector<sim::Cell> cells_of_least_risk(const sim::View& view, const LayoutCounts& counts);

}  // namespace sapper::tests
