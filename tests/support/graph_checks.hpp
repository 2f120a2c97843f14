// The analysis of a position on a graph, compared with all layouts: see graph_oracle.hpp.
#pragma once

#include "solvers/minesweeper/analysis/graph_analysis.hpp"
#include "tests/support/graph_oracle.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {

// The numbers up to the blamed one cannot be met together.
inline void expect_wrong_number(sim::GraphPosition position, sim::Cell blamed) {
  position.prior = {};
  const std::uint32_t cells = position.graph->cell_count();
  // Numbers behind it do not count, and these cells are not mines: they lose what they see.
  sim::CellLists lists;
  for (sim::Cell cell = 0; cell < cells; ++cell) {
    if (position.is_hidden(cell) || cell <= blamed)
      for (const sim::Cell seen : position.graph->sees(cell)) lists.add(seen);
    else
      position.shown[cell] = 0;
    lists.end_list();
  }
  position.graph = std::make_shared<const sim::Graph>(std::move(lists));
  EXPECT_EQ(count_graph_layouts(position).layouts, 0U);
}

// Compares the analysis with all layouts; whether there is any. Failures are those of the test.
inline bool analysis_matches_all_layouts(const sim::GraphPosition& position) {
  const GraphLayouts counts = count_graph_layouts(position);
  const bool is_consistent = counts.layouts > 0;
  const solvers::CellNames names{[](sim::Cell cell) { return std::to_string(cell); }, "cells from 0"};
  solvers::Analysis analysis;
  try {
    analysis = solvers::analyze_graph(position, names);
  } catch (const solvers::InconsistentPosition& error) {
    EXPECT_FALSE(is_consistent) << error.what();
    if (const sim::Cell cell = error.inconsistency().cell; cell != sim::kNoCell)
      expect_wrong_number(position, cell);
    return is_consistent;
  }
  EXPECT_TRUE(is_consistent);
  if (!is_consistent) return false;
  EXPECT_EQ(analysis.solutions.exact, std::to_string(counts.layouts));
  EXPECT_NEAR(analysis.solutions.log10, std::log10(static_cast<double>(counts.layouts)), 1e-12);
  std::vector<sim::Cell> safe;
  std::vector<sim::Cell> mine;
  for (sim::Cell cell = 0; cell < position.graph->cell_count(); ++cell) {
    if (!position.is_hidden(cell)) {
      EXPECT_TRUE(std::isnan(analysis.p_mine[cell]));
      continue;
    }
    EXPECT_NEAR(analysis.p_mine[cell], counts.p_mine[cell], 1e-12) << cell;
    if (!counts.can_be_mine[cell]) safe.push_back(cell);
    if (!counts.can_be_free[cell]) mine.push_back(cell);
  }
  EXPECT_EQ(analysis.safe, safe);
  EXPECT_EQ(analysis.mine, mine);
  return true;
}

}  // namespace sapper::tests
