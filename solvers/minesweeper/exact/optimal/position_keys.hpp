// One key for all positions that are equal up to the board's symmetry.
//
// A position is the set of its layouts, restricted to the cells that are still undetermined: dug cells, certain mines
// and certain free cells do not affect what can still be won. Positions that a symmetry of the board maps onto one
// another have the same value; on a board with borders so do those that differ by a translation, since a border is
// merely an area without undetermined cells. A hexagonal board may be translated by an even number of rows; on a torus
// translations are symmetries of the board.
//
// The key: of the images of the undetermined cells the numerically smallest is chosen, the layouts are hashed under
// that symmetry, and their hashes are added, since a set has no order. If several symmetries give the smallest image,
// the smallest sum is taken. Cost: a few nanoseconds for each symmetry, and for each layout.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/exact/optimal/layout_planes.hpp"
#include "solvers/minesweeper/exact/optimal/value_table.hpp"

namespace sapper::solvers::optimal {

class PositionKeys {
 public:
  explicit PositionKeys(const sim::Grid& grid);

  // `undetermined`: the cells that hold a mine in some but not all of the layouts; at least one.
  PositionKey key_of(std::span<const CellMask> layouts, CellMask undetermined) const;

 private:
  // Maps cells to the bits of a word, byte by byte.
  struct Image {
    std::array<std::array<CellMask, 256>, 8> of_byte{};
  };
  struct Place {
    const Image* image;
    int shift;
  };

  void add_image(std::span<const sim::Cell> bit_of_cell);
  CellMask map(const Image& image, CellMask cells) const {
    CellMask mapped = 0;
    for (std::size_t byte = 0; byte < byte_count_; ++byte)
      mapped |= image.of_byte[byte][cells >> 8 * byte & 255];
    return mapped;
  }
  // How far the mapped cells can be shifted down towards bit 0 by a translation.
  int shift_of(CellMask mapped) const;

  std::size_t byte_count_;
  int row_step_;  // the row step of allowed translations; 0: none
  int width_;     // bits of a row of an image
  std::vector<Image> images_;
};

}  // namespace sapper::solvers::optimal
