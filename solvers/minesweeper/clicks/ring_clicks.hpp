// The fewest clicks that open all free cells of a board whose mines are known, where a 0 opens only its neighbours
// (sim::Reveal::ring). Proven, or between two bounds.
//
// A dig of a hidden cell shows it and, if it is a 0, its ring: all cells around it. A shown cell cannot be dug, so that a 0
// which another's ring shows never has a ring of its own, and a click may become worse by what was shown before. A chord on a
// shown cell needs the flags of all mines around it, on a 0 none, and digs the other cells around it in ascending order.
//
// The result of clicks is settled by three sets: the cells that are dug, those that are chorded, and the zeros that have a ring.
//
// - Zeros beside each other do not both have one, as the first shows the other.
// - Dig first, zeros without a ring not at all; then make each chord as soon as its cell is shown, and of the zeros around it
//   without a ring each is shown, or will be by the ring of one that the chord digs before it. More that is shown never
//   prevents a chord, so that the order among them does not matter; and each click shows what the sets say: a 0 that is to
//   have a ring is hidden until it is dug, as nothing beside it has one, and others are shown when a chord comes to them.
// - Any sequence without clicks in vain is such a choice: its chords meet the condition when they are made, and all that it
//   shows is shown by the sets, click by click.
//
// On a graph a 0 shows what it opens, and a chord digs what its cell sees. Zeros that open one another only in one direction
// may both have a ring, in that order; such boards are left out.
//
// As where openings spread (least_clicks.hpp), clauses say that each set of cells is entered: the first click to show one of
// its cells is a dig in it, the ring of a 0 beside it, or a chord from a cell beside it; and such a chord finds a 0 of the set
// hidden, which then has a ring, or one that the chord digs before it. The sets that a plan leaves hidden refute it, of strongly
// connected cells, where a chord also needs the zeros that it waits for.
//
// Cost: as where openings spread, but without a search for better plans by windows, so that large boards end with wider bounds.
#pragma once

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/graph_layout.hpp"
#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/clicks/click_limit.hpp"
#include "solvers/minesweeper/clicks/least_clicks.hpp"

namespace sapper::solvers {

// Takes about the limit at most, and then returns the bounds reached.
LeastClicks find_least_ring_clicks(const sim::Layout& layout, const ClickLimit& limit);
// On a graph with have_mutual_openings().
LeastClicks find_least_ring_clicks(const sim::Graph& graph, const sim::GraphLayout& layout,
                                   const ClickLimit& limit);
// Whether each cell that another one opens opens that one.
bool have_mutual_openings(const sim::Graph& graph);

}  // namespace sapper::solvers
