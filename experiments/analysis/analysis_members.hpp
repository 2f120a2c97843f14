// The members that the analyses of all boards have in JSON.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cmath>
#include <string_view>
#include <utility>

#include "solvers/minesweeper/analysis/analysis.hpp"

namespace sapper::experiments::minesweeper {

inline constexpr std::string_view kAnalysisSchema = "sapper-analysis/1";

// null if there is no number: a shown cell has no P(mine).
inline boost::json::value number_json(double value) {
  return std::isfinite(value) ? boost::json::value(value) : boost::json::value();
}

inline void add_solutions(boost::json::object& object, const solvers::Count& solutions) {
  object["solutions"] = solutions.exact ? boost::json::value(*solutions.exact) : boost::json::value();
  object["log10_solutions"] = number_json(solutions.log10);
}

// Adds all of an analysis except the facts before it and the moves. p_mine: as JSON; list_cells(cells) returns a list.
template <class ListCells>
void add_analysis(boost::json::object& object, const solvers::Analysis& analysis, boost::json::array p_mine,
                  const ListCells& list_cells) {
  add_solutions(object, analysis.solutions);
  object["p_mine"] = std::move(p_mine);
  object["safe"] = list_cells(analysis.safe);
  object["mine"] = list_cells(analysis.mine);
  boost::json::array components;
  for (const solvers::ComponentAnalysis& component : analysis.components) {
    boost::json::object listed{{"cells", list_cells(component.cells)},
                               {"constraints", list_cells(component.constraints)}};
    add_solutions(listed, component.solutions);
    listed["width"] = component.width;
    components.push_back(std::move(listed));
  }
  object["components"] = std::move(components);
}

}  // namespace sapper::experiments::minesweeper
