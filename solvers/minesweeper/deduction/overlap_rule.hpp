// Deductions from two overlapping constraints, the cheapest ones beyond the local rules.
//
// Let A and B be the unknown cells of two constraints that need a and b mines. If a - b = |A \ B|, then all of A \ B
// are mines and none of B \ A are: otherwise A could not need that many more than B. This includes |A \ B| = 0, where B
// needs no mines outside A. Counting finds all of this too, but the rule handles all pairs of a tile at once
// (tiles/tile_rules.hpp), while counting has to process whole components.
//
// On tori with 3 or 4 rows or columns two constraints can overlap in two ways. Each overlap is considered separately,
// which is sound but may find less.
#pragma once

#include "solvers/minesweeper/deduction/local_rules.hpp"

namespace sapper::solvers {

// Compares the constraints of all tiles that have changed since the last call and adds the deductions to the knowledge;
// returns whether there were any. The knowledge must be at a fixed point of the local rules before the call, and has to
// be brought to one again afterwards.
[[nodiscard]] bool apply_overlap_rule(LocalRules& knowledge);

}  // namespace sapper::solvers
