#pragma once

#include <cstdint>
#include <vector>

namespace sapper::solvers {

// The strongly connected groups of a graph that no edge enters from outside, as lists of nodes, ascending. successors: [node]
// lists of nodes. Linear in the size of the graph.
std::vector<std::vector<std::uint32_t>> source_groups(
    const std::vector<std::vector<std::uint32_t>>& successors);

}  // namespace sapper::solvers
