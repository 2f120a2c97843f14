// Brute force on graphs: every set of mines among the hidden cells, kept if all shown numbers agree. No deduction, no
// components: the definition itself.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/random/stream.hpp"

namespace sapper::tests {

struct GraphLayouts {
  std::uint64_t layouts = 0;   // consistent ones
  std::vector<double> p_mine;  // [cell], weighted by the prior; meaningless where shown
  std::vector<bool> can_be_mine, can_be_free;
};

// At most 24 hidden cells.
inline GraphLayouts count_graph_layouts(const sim::GraphPosition& position) {
  const std::uint32_t cells = position.graph->cell_count();
  std::vector<sim::Cell> hidden;
  for (sim::Cell cell = 0; cell < cells; ++cell)
    if (position.is_hidden(cell)) hidden.push_back(cell);
  GraphLayouts result{0, std::vector<double>(cells, 0), std::vector<bool>(cells), std::vector<bool>(cells)};
  double total = 0;
  std::vector<int> is_mine(cells, 0);
  for (std::uint32_t layout = 0; layout >> hidden.size() == 0; ++layout) {
    int mines = 0;
    for (std::size_t i = 0; i < hidden.size(); ++i) mines += is_mine[hidden[i]] = layout >> i & 1;
    if (position.prior.count && *position.prior.count != static_cast<std::uint64_t>(mines)) continue;
    bool is_consistent = true;
    for (sim::Cell cell = 0; cell < cells && is_consistent; ++cell) {
      if (position.is_hidden(cell)) continue;
      int around = 0;
      for (const sim::Cell seen : position.graph->sees(cell)) around += is_mine[seen];
      is_consistent = around == position.shown[cell];
    }
    if (!is_consistent) continue;
    ++result.layouts;
    const double p = position.prior.density;
    const double weight = position.prior.count
                              ? 1
                              : std::pow(p, mines) * std::pow(1 - p, static_cast<int>(hidden.size()) - mines);
    total += weight;
    for (const sim::Cell cell : hidden) {
      if (is_mine[cell] != 0) result.p_mine[cell] += weight;
      (is_mine[cell] != 0 ? result.can_be_mine : result.can_be_free)[cell] = true;
    }
  }
  for (double& p_mine : result.p_mine) p_mine /= total;
  return result;
}

// A graph in which a cell sees each other one with the chance of `density`, up to `max_degree` of them; directed or not.
inline sim::Graph random_graph(std::uint32_t cells, double density, std::uint32_t max_degree,
                               bool is_directed, sim::Stream& random) {
  std::vector<std::vector<sim::Cell>> sees(cells);
  for (sim::Cell cell = 0; cell < cells; ++cell)
    for (sim::Cell other = is_directed ? 0 : cell + 1; other < cells; ++other) {
      if (other == cell || random.uniform() >= density || sees[cell].size() >= max_degree) continue;
      if (is_directed) {
        sees[cell].push_back(other);
      } else if (sees[other].size() < max_degree) {
        sees[cell].push_back(other);
        sees[other].push_back(cell);
      }
    }
  sim::CellLists lists;
  for (const std::vector<sim::Cell>& seen : sees) {
    for (const sim::Cell other : seen) lists.add(other);
    lists.end_list();
  }
  return sim::Graph(std::move(lists));
}

// Numbers of a random layout, some of them wrong now and then, under any prior.
inline sim::GraphPosition random_position_on(std::shared_ptr<const sim::Graph> graph, sim::Stream& random) {
  sim::GraphPosition position;
  position.graph = std::move(graph);
  const std::uint32_t cells = position.graph->cell_count();
  const double mine_density = 0.1 + 0.5 * random.uniform();
  std::vector<int> is_mine(cells);
  for (int& mine : is_mine) mine = random.uniform() < mine_density ? 1 : 0;
  const double shown_density = random.uniform();
  std::uint64_t mines = 0;
  for (sim::Cell cell = 0; cell < cells; ++cell) {
    mines += static_cast<std::uint64_t>(is_mine[cell]);
    std::uint8_t around = 0;
    for (const sim::Cell seen : position.graph->sees(cell))
      around = static_cast<std::uint8_t>(around + is_mine[seen]);
    const bool is_shown = is_mine[cell] == 0 && random.uniform() < shown_density;
    if (is_shown && random.below(40) == 0 && around < position.graph->sees(cell).size()) ++around;
    position.shown.push_back(is_shown ? around : sim::GraphPosition::kHidden);
  }
  const std::uint32_t prior = random.below(3);
  if (prior == 0) position.prior.count = mines;
  if (prior == 1) position.prior.density = 0.01 + 0.98 * random.uniform();
  return position;
}

}  // namespace sapper::tests
