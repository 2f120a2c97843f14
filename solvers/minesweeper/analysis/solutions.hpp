// The counts of an analysis: the layouts of the whole board, and the solutions of each component.
#pragma once

#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

// After combine(). plain: the components of analysis.components, before any deduction. Cells decided by the local rules
// have one way; a plain component's solutions are the product over its remaining components.
void count_solutions(const Posterior& posterior, const Frontier& plain, Analysis& analysis);

}  // namespace sapper::solvers
