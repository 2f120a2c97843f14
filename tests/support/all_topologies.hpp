// The topologies themselves, for tests that run over all of them.
#pragma once

#include <vector>

#include "sim/minesweeper/grid.hpp"

namespace sapper::tests {

inline std::vector<sim::Topology> all_topologies() {
  std::vector<sim::Topology> topologies;
  topologies.reserve(sim::kTopologies.size());
  for (const sim::TopologyRow& row : sim::kTopologies) topologies.push_back(row.topology);
  return topologies;
}

}  // namespace sapper::tests
