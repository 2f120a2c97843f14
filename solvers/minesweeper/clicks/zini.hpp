// ZiNi, the usual estimate of the clicks that a board takes: a greedy plan (C. Nikolaou, "ZiNi", 2009, on the forum of
// minesweepergame.com). Never less than the least clicks.
//
// The premium of a number is what a chord there saves against digs: the hidden openings and hidden numbers on no border
// that it would open, less the mines around it without a flag, less 1, and less 1 more if the number is hidden and on the
// border of an opening. While a premium is at least 0, the chord with the greatest is made, of equals the first in
// reading order: dig if hidden, flags, chord. Digs open the rest. Of the eight reading orders (rows or columns first, each from
// either end) the one with the fewest clicks counts. The layers of a lattice follow one another; the cells of a graph are one
// row, which has two orders.
#pragma once

#include <vector>

#include "solvers/minesweeper/clicks/click_graph.hpp"

namespace sapper::solvers {

// The clicks of the best of the eight orders, of equals the first.
std::vector<Click> find_zini(const ClickGraph& graph);

}  // namespace sapper::solvers
