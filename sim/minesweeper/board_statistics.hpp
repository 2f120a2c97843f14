// How much work a board is for a player who knows where the mines are.
//
// An opening is a connected group of free cells that show 0, with the numbers on its border: one dig shows
// it. 3BV ("Bechtel's board benchmark value", S. Bechtel, 2002) is the least number of digs that wins with
// Reveal::flood: one per opening, and one for each number that touches no opening. Both are defined on any
// topology.
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

// Counts one board after another, reusing its memory. Time and memory are proportional to the cells.
class BoardCounter {
 public:
  BoardStatistics count(const Layout& layout);

 private:
  std::vector<std::uint8_t> is_opened_;  // [cell]
  std::vector<Cell> queue_;              // the zeros of the opening that is being counted
};

}  // namespace sapper::sim
