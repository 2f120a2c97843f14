// The blocks that a board's planes consist of (sim/minesweeper/cell_planes.hpp), and where the cells around each block lie:
// its ring.
//
// On a torus the ring continues at the other end of the board; one or two rows or columns count as no ring, since wrapping
// around adds no neighbour. Elsewhere the ring's words beyond the border have no cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/deduction/tiles/tile_rules.hpp"

namespace sapper::solvers {

// One or two rows or columns count as no ring, since wrapping around adds no neighbour.
inline bool is_ring(bool wraps, int size) { return wraps && size > 2; }

class BlockMap {
 public:
  // What lies beside a block. Blocks are numbered by their first word, in units of 16.
  struct AdjacentBlocks {
    // What to add to its number to get that of the neighbouring block on each side; at a corner, add both. 0 where the
    // board ends.
    std::int32_t above, below, left, right;
    // Its rows that belong to the neighbours' rings, as one bit each; 0 on a side without a neighbour.
    std::uint32_t first_row, last_row;
  };

  explicit BlockMap(const sim::Grid& grid);

  // One more than the largest number of a block.
  std::uint32_t number_end() const { return static_cast<std::uint32_t>(rings_.size()); }
  // The blocks that have cells.
  std::span<const std::uint32_t> blocks() const { return blocks_; }
  // Whether there is a single block, with no cell in its ring.
  bool is_single() const { return is_single_; }
  // Whether cells of a ring may lie at the other end of the board.
  bool wraps() const { return wraps_; }
  const RingPlace& ring(std::uint32_t block) const { return rings_[block]; }
  const AdjacentBlocks& beside(std::uint32_t block) const { return beside_[block]; }

 private:
  std::vector<std::uint32_t> blocks_;
  std::vector<RingPlace> rings_;        // [block]
  std::vector<AdjacentBlocks> beside_;  // [block]
  bool is_single_;
  bool wraps_;
};

}  // namespace sapper::solvers
