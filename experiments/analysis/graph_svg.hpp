// Draws an analysed position on a lattice by the outlines of its cells, on a graph by their places (SVG): numbers, P(mine)
// of hidden cells as percent and as colour, certain cells, each strategy's move, and the proof of a cell. See board_svg.hpp
// for squares and hexagons.
#pragma once

#include <string>

#include "experiments/analysis/any_position.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"

namespace sapper::experiments::minesweeper {

// Why a position cannot be drawn; empty if it can.
std::string why_not_drawn(const PlacedGraphPosition& placed);

// A complete file. proof: may be null.
std::string graph_analysis_svg(const PlacedGraphPosition& placed, const solvers::Analysis& analysis,
                               const solvers::Proof* proof = nullptr);

}  // namespace sapper::experiments::minesweeper
