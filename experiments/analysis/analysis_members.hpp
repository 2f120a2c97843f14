// The members that the analyses of all boards have in JSON.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"

namespace sapper::experiments::minesweeper {

inline constexpr std::string_view kAnalysisSchema = "sapper-analysis/1";

// null if there is no number: a shown cell has no P(mine).
inline boost::json::value number_json(double value) {
  return std::isfinite(value) ? boost::json::value(value) : boost::json::value();
}

// How the cells of a board are written.
struct CellsInJson {
  std::function<boost::json::value(sim::Cell)> cell;
  std::function<boost::json::array(std::span<const double> p_mine)> risks;  // of [cell], null where NaN

  boost::json::array list(std::span<const sim::Cell> cells) const;
};

CellsInJson cells_on(const sim::Grid& grid);
// On a lattice, else on a graph. Both must outlive the result.
CellsInJson cells_on(const std::optional<LatticeBoard>& lattice);

// Adds all of an analysis except the facts before it. what_if, explained: null where they were not asked for.
void add_analysis(boost::json::object& object, const CellsInJson& cells, const solvers::Analysis& analysis,
                  const WhatIfDug* what_if, const ExplainedCell* explained);

}  // namespace sapper::experiments::minesweeper
