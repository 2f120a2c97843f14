// Formats the analysis of a position on a graph or a lattice: see analysis_text.hpp.
#pragma once

#include <string>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/analysis/any_position.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"

namespace sapper::experiments::minesweeper {

// One object (`sapper-analysis/1`) on one line, with its line break. Cells are numbers from 0 on a graph, [row, col] on a
// lattice, with layers [layer, row, col].
std::string graph_analysis_json(const PlacedGraphPosition& placed, const solvers::Analysis& analysis,
                                const WhatIfDug* what_if = nullptr, const ExplainedCell* explained = nullptr);

// `3 x 8 triangle`, `12 cells`.
std::string board_text(const PlacedGraphPosition& placed);
// How its cells are named: `row,col from 0`; and their names, whose function the position must outlive.
std::string convention_of(const PlacedGraphPosition& placed);
NameCell names_on(const PlacedGraphPosition& placed);

// For people: why a cell is certain, if that is asked; the facts, the certain cells, the components, P(mine) of every other
// hidden cell, each strategy's move, and the outcomes of a dig. columns: the width of the terminal; 0: 80.
std::string graph_analysis_text(const PlacedGraphPosition& placed, const solvers::Analysis& analysis,
                                int columns = 0, const WhatIfDug* what_if = nullptr,
                                const ExplainedCell* explained = nullptr);

}  // namespace sapper::experiments::minesweeper
