// An analysis of a position as text: a JSON object for programs, a drawing with explanations for people.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/position.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/dig_outcomes.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"

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
                          const WhatIfDug* what_if = nullptr, const solvers::Proof* proof = nullptr);
// What takes its place where a position cannot be analysed: `error`, a line with the place and the reason.
std::string error_json(std::string_view error);

enum class Colours : bool { off, on };

// The board with P(mine) in percent on each hidden cell (a heat map where there are colours) and a letter on those
// that strategies dig, a map of the components where there are several, then what is certain, the components and
// each strategy's move with the cells that it was chosen among, what a dig would tell, and what proves a cell. columns: of
// the terminal, to which all is fitted; 0: unlimited for the board, 80 for the rest.
std::string analysis_drawing(const sim::View& view, const solvers::Analysis& analysis, Colours colours,
                             int columns = 0, const WhatIfDug* what_if = nullptr,
                             const solvers::Proof* proof = nullptr);

// The component of the analysis that holds these shown numbers, from 0; nullopt if none or several do.
std::optional<std::size_t> component_of(const solvers::Analysis& analysis, const solvers::Proof& proof);
// `4,4 is safe: 2 numbers prove it, and no smaller set does: 3,3 3,4`.
std::string proof_text(const sim::View& view, const solvers::Proof& proof);

}  // namespace sapper::experiments::minesweeper
