// The neighbours of a cell that satisfy a condition; branch-free, as the branches would be unpredictable.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "sim/minesweeper/grid.hpp"

namespace sapper::solvers {

using NeighborArray = std::array<sim::Cell, sim::kMaxNeighbors>;

// Writes the neighbours for which is_wanted holds to the front of the array, and returns them.
template <class IsWanted>
std::span<const sim::Cell> select_neighbors(const sim::Neighbors& neighbors, NeighborArray& selected,
                                            IsWanted is_wanted) {
  std::size_t count = 0;
  for (const sim::Cell neighbor : neighbors) {
    selected[count] = neighbor;
    count += is_wanted(neighbor);
  }
  return std::span(selected).first(count);
}

}  // namespace sapper::solvers
