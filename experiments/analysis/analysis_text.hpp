// An analysis of a position as text: a JSON object for programs, a drawing with explanations for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/position.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/dig_outcomes.hpp"

namespace sapper::experiments::minesweeper {

// What digging a cell would tell.
struct WhatIfDug {
  int row = 0, col = 0;  // as asked for; possibly not on the board
  std::vector<solvers::DigOutcome> outcomes;
  std::string why_none;  // where there are no outcomes: a certain mine, for instance; otherwise empty
};

// One object (`sapper-analysis/1`) on one line, with its line break. Numbers in the shortest form that reads
// back to the same double; cells as [row, col] from 0.
std::string analysis_json(const sim::View& view, const solvers::Analysis& analysis,
                          const WhatIfDug* what_if = nullptr);
// What takes its place where a position cannot be analysed: `error`, a line with the place and the reason.
std::string error_json(std::string_view error);

enum class Colours : bool { off, on };

// The board with P(mine) in percent on each hidden cell (a heat map where there are colours) and a letter on those
// that strategies dig, a map of the components where there are several, then what is certain, the components and
// each strategy's move, and what a dig would tell. columns: of the terminal, to which all is fitted; 0: unlimited
// for the board, 80 for the rest.
std::string analysis_drawing(const sim::View& view, const solvers::Analysis& analysis, Colours colours,
                             int columns = 0, const WhatIfDug* what_if = nullptr);

}  // namespace sapper::experiments::minesweeper
