// Formats the analysis of a position without rows and columns, or without a mine count: see analysis_text.hpp.
#pragma once

#include <string>

#include "sim/minesweeper/graph.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"

namespace sapper::experiments::minesweeper {

// One object (`sapper-analysis/1`) on one line, with its line break; cells are numbers from 0.
std::string graph_analysis_json(const sim::GraphPosition& position, const solvers::Analysis& analysis);

// For people: the facts, the certain cells, the components, and P(mine) of every other hidden cell. columns: the width of
// the terminal; 0: 80.
std::string graph_analysis_text(const sim::GraphPosition& position, const solvers::Analysis& analysis,
                                int columns = 0);

}  // namespace sapper::experiments::minesweeper
