// A set of cells that is cleared in constant time: one mark per cell, of which only the latest value counts.
// Every 65,535th clear writes to all cells.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/minesweeper/grid.hpp"

namespace sapper::solvers {

class CellSet {
 public:
  explicit CellSet(std::uint32_t cell_count) : marks_(cell_count, 0) {}

  void clear() {
    if (++mark_ != 0) return;
    // All values of a mark have been used: start over.
    std::fill(marks_.begin(), marks_.end(), std::uint16_t{0});
    mark_ = 1;
  }
  bool contains(sim::Cell cell) const { return marks_[cell] == mark_; }
  void insert(sim::Cell cell) { marks_[cell] = mark_; }

 private:
  std::vector<std::uint16_t> marks_;  // [cell]; not bytes, as in EliminationOrder
  std::uint16_t mark_ = 1;
};

}  // namespace sapper::solvers
