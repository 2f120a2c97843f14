// Draws an analysed position (SVG): numbers in their classic colours, P(mine) of every hidden cell as percent and as
// colour, certain cells, outlines of components, each strategy's move with its candidates, and the proof of a cell.
#pragma once

#include <string>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"

namespace sapper::experiments::minesweeper {

// A complete file. Rows and columns from 0, as in files and JSON. proof: may be null.
std::string analysis_svg(const sim::View& view, const solvers::Analysis& analysis,
                         const solvers::Proof* proof = nullptr);

}  // namespace sapper::experiments::minesweeper
