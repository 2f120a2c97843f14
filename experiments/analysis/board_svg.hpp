// An analysed position as a picture (SVG): numbers in their classic colours, P(mine) of every hidden cell as percent
// and as colour, certain cells, components outlined, each strategy's move with the cells that it was chosen among, and what proves a
// cell.
#pragma once

#include <string>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"

namespace sapper::experiments::minesweeper {

// A whole file. Rows and columns from 0, as files and JSON name cells. proof: may be null.
std::string analysis_svg(const sim::View& view, const solvers::Analysis& analysis,
                         const solvers::Proof* proof = nullptr);

}  // namespace sapper::experiments::minesweeper
