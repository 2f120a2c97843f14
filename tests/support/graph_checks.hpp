// The analysis of a position on a graph, compared with all layouts: see graph_oracle.hpp.
#pragma once

#include "solvers/minesweeper/analysis/graph_analysis.hpp"
#include "tests/support/graph_oracle.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {

// A shown number is to blame if the numbers before it can be met and it makes the difference.
inline void expect_first_wrong_number(sim::GraphPosition position, sim::Cell blamed) {
  position.prior = {};
  const std::uint32_t cells = position.graph->cell_count();
  // Numbers behind the blamed one do not count, and these cells are not mines: they lose what they see.
  const auto layouts_with = [&](sim::Cell end) {
    sim::GraphPosition part = position;
    sim::CellLists lists;
    for (sim::Cell cell = 0; cell < cells; ++cell) {
      if (position.is_hidden(cell) || cell < end)
        for (const sim::Cell seen : position.graph->sees(cell)) lists.add(seen);
      else
        part.shown[cell] = 0;
      lists.end_list();
    }
    part.graph = std::make_shared<const sim::Graph>(std::move(lists));
    return count_graph_layouts(part).layouts;
  };
  EXPECT_GT(layouts_with(blamed), 0U);
  EXPECT_EQ(layouts_with(blamed + 1), 0U);
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
      expect_first_wrong_number(position, cell);
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
