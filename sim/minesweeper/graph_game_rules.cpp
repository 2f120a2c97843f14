#include "sim/minesweeper/graph_game_rules.hpp"

#include <algorithm>

#include "sim/support/contracts.hpp"

namespace sapper::sim {

bool is_for_graphs(FirstClickRule rule) { return row_of(rule).protection != Protection::whole_game; }

void append_protected_cells(const Graph& graph, FirstClickRule rule, Cell first, std::vector<Cell>& cells) {
  SAPPER_EXPECT(is_for_graphs(rule));
  if (row_of(rule).protection == Protection::none) return;
  cells.push_back(first);
  if (rule != FirstClickRule::opening) return;
  const auto seen = graph.sees(first);
  cells.insert(cells.end(), seen.begin(), seen.end());
}

std::uint32_t max_mines(const Graph& graph, FirstClickRule rule, Cell first) {
  std::vector<Cell> cells;
  const auto count_at = [&](Cell cell) {
    cells.clear();
    append_protected_cells(graph, rule, cell, cells);
    return cells.size();
  };
  std::size_t most = 0;
  if (first != kNoCell)
    most = count_at(first);
  else
    for (Cell cell = 0; cell < graph.cell_count(); ++cell) most = std::max(most, count_at(cell));
  return graph.cell_count() - static_cast<std::uint32_t>(most);
}

double first_dig_risk(const GraphGameRules& rules, Cell) {
  if (row_of(rules.first_click).protection != Protection::none) return 0;
  return static_cast<double>(rules.mine_count) / rules.graph->cell_count();
}

}  // namespace sapper::sim
