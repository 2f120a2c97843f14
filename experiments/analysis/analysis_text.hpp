// Formats the analysis of a position: a JSON object for programs, a drawing with explanations for people.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/drawing/text_board.hpp"
#include "experiments/kinds/minesweeper/experiment/argument_words.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/dig_outcomes.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"

namespace sapper::experiments::minesweeper {

// The outcomes of digging a cell.
struct WhatIfDug {
  std::vector<std::uint64_t> coordinates;  // as requested; possibly not on the board
  std::vector<solvers::DigOutcome> outcomes;
  std::string why_none;  // why there are no outcomes, such as a certain mine; otherwise empty
  double p_mine = 0;     // of the cell, where there are outcomes
};

// Why a cell is certain: the numbers that prove it, and how.
struct ExplainedCell {
  solvers::Proof proof;
  std::vector<ProofSentence> argument;
};

// One object (`sapper-analysis/1`) on one line, with its line break. Numbers in the shortest form that reads
// back to the same double; cells as [row, col] from 0. density: of a position without a mine count.
std::string analysis_json(const sim::View& view, const solvers::Analysis& analysis,
                          const WhatIfDug* what_if = nullptr, const ExplainedCell* explained = nullptr,
                          std::optional<double> density = {});
// Its parts `what_if` and `explain` alone.
boost::json::object what_if_json(const sim::Grid& grid, const WhatIfDug& what_if);
boost::json::object proof_json(const sim::Grid& grid, const solvers::Analysis& analysis,
                               const ExplainedCell& explained);
// Replaces it where a position cannot be analysed: `error`, a line with the place and the reason.
std::string error_json(std::string_view error);

// Why a cell is certain, if that is asked; the board with P(mine) in percent on each hidden cell (a heat map where there are colours) and a letter on those that
// strategies dig, a map of the components if there are several, then the certain cells, the components, each strategy's
// move with its candidates, and the outcomes of a dig. columns: the width of the terminal; 0:
// unlimited for the board, 80 for the rest.
std::string analysis_drawing(const sim::View& view, const solvers::Analysis& analysis, ColourMode colours,
                             int columns = 0, const WhatIfDug* what_if = nullptr,
                             const ExplainedCell* explained = nullptr, std::optional<double> density = {});

}  // namespace sapper::experiments::minesweeper
