// What follows from two constraints that overlap, the cheapest deduction beyond the local rules.
//
// Let A and B be the unknown cells of two constraints that need a and b mines. If a - b = |A \ B|, then A \ B
// holds nothing but mines and B \ A none: otherwise A could not need that many more than B. This includes
// |A \ B| = 0, where B needs nothing outside A. Counting would find all of this too, but the rule takes all pairs of
// a tile at once (tiles/tile_rules.hpp), while counting takes whole components.
//
// On tori with 3 or 4 rows or columns two constraints can overlap in two ways. Each is looked at alone, which is
// sound and may find less.
#pragma once

#include "solvers/minesweeper/deduction/local_rules.hpp"

namespace sapper::solvers {

// Compares the constraints of all tiles that have changed since the last call, and adds what follows to the knowledge;
// returns whether anything did. The knowledge is at a fixed point of the local rules before the call, and must be
// brought to one again after it.
[[nodiscard]] bool apply_overlap_rule(LocalRules& knowledge);

}  // namespace sapper::solvers
