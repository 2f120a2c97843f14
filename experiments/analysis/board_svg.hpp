// An analysed position as a picture (SVG): numbers in their classic colours, P(mine) of every hidden cell as percent
// and as colour, certain cells, components outlined, and each strategy's move.
#pragma once

#include <string>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"

namespace sapper::experiments::minesweeper {

// A whole file. Rows and columns from 0, as files and JSON name cells.
std::string analysis_svg(const sim::View& view, const solvers::Analysis& analysis);

}  // namespace sapper::experiments::minesweeper
