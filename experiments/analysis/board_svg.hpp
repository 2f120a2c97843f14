// Draws an analysed position (SVG): numbers in their classic colours, P(mine) of every hidden cell as percent and as
// colour, certain cells, outlines of components, each strategy's move with its candidates, and the proof of a cell. Large
// boards are drawn as a heat map, a picture (PNG) within the drawing: a drawing of each cell would be too large for
// programs that show it, and rsvg-convert takes no more than 1,000,000 elements and 32,767 pixels.
#pragma once

#include <optional>
#include <string>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"

namespace sapper::experiments::minesweeper {

inline constexpr int kMaxNumberedSide = 256;  // more rows or columns make a heat map
bool is_drawn_as_heat_map(const sim::Grid& grid);

// A complete file. Rows and columns from 0, as in files and JSON. proof: may be null. density: that of the mines, in place of
// the view's count.
std::string analysis_svg(const sim::View& view, const solvers::Analysis& analysis,
                         const solvers::Proof* proof = nullptr, std::optional<double> density = {});

}  // namespace sapper::experiments::minesweeper
