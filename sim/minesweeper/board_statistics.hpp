// How large a board is to a player who knows it.
//
// An opening is a connected group of free cells that show 0, with the numbers on its border: one dig shows
// it. 3BV
// ("Bechtel's board benchmark value", S. Bechtel, 2002) is the least number of digs that wins with floods:
// one an opening, and one for each number that touches none. Both hold on any topology.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/minesweeper/layout.hpp"

namespace sapper::sim {

struct BoardStatistics {
  std::uint32_t three_bv = 0;
  std::uint32_t openings = 0;
  std::uint32_t opening_cells = 0;  // cells that the openings show; a number that touches two counts once
  bool operator==(const BoardStatistics&) const = default;
};

// Counts boards one after the other, with the same memory. Time and memory proportional to the cells.
class BoardCounter {
 public:
  BoardStatistics count(const Layout& layout);

 private:
  std::vector<std::uint8_t> is_opened_;  // [cell]
  std::vector<Cell> queue_;              // the zeros of the opening that is being counted
};

}  // namespace sapper::sim
