#include "solvers/minesweeper/exact/optimal/position_keys.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "sim/minesweeper/cell_symmetry.hpp"
#include "sim/support/contracts.hpp"

namespace sapper::solvers::optimal {
namespace {

using sim::Cell;
using sim::Grid;

// The row step of allowed translations; 0: none.
int row_step_of(const Grid& grid) {
  if (grid.wraps_rows() || grid.wraps_cols()) return 0;  // translations are symmetries of the board
  return grid.has_shifted_rows() ? 2 : 1;
}

// Steele and Vigna 2014, SplitMix's finaliser (variant 13 of Stafford).
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

}  // namespace

PositionKeys::PositionKeys(const Grid& grid)
    : byte_count_((grid.cell_count() + 7) / 8), row_step_(row_step_of(grid)), width_(grid.cols()) {
  SAPPER_EXPECT(grid.cell_count() <= kMostCells);
  const int side = std::max(grid.rows(), grid.cols());
  if (row_step_ == 1 && side <= 8) {
    // As translations are allowed, the shape of the board does not matter: all eight symmetries of a square are.
    width_ = side;
    const Grid square(side, side);
    for (const std::vector<Cell>& image_of : sim::symmetries(square)) {
      std::vector<Cell> bits;
      for (Cell cell = 0; cell < grid.cell_count(); ++cell)
        bits.push_back(image_of[square.at(grid.row_of(cell), grid.col_of(cell))]);
      add_image(bits);
    }
    return;
  }
  for (const std::vector<Cell>& image_of : sim::symmetries(grid)) add_image(image_of);
}

void PositionKeys::add_image(std::span<const Cell> bit_of_cell) {
  Image image;
  for (std::size_t byte = 0; byte < byte_count_; ++byte)
    for (std::size_t bits = 0; bits < 256; ++bits)
      for (std::size_t bit = 0; bit < 8; ++bit)
        if ((bits >> bit & 1) != 0 && byte * 8 + bit < bit_of_cell.size())
          image.of_byte[byte][bits] |= CellMask{1} << bit_of_cell[byte * 8 + bit];
  images_.push_back(image);
}

int PositionKeys::shift_of(CellMask mapped) const {
  if (row_step_ == 0) return 0;
  const int row = std::countr_zero(mapped) / width_;
  const CellMask row_mask = width_ == 64 ? ~CellMask{0} : (CellMask{1} << width_) - 1;
  CellMask cols = 0;
  for (CellMask left = mapped; left != 0; left = width_ == 64 ? 0 : left >> width_) cols |= left & row_mask;
  return row / row_step_ * row_step_ * width_ + std::countr_zero(cols);
}

PositionKey PositionKeys::key_of(std::span<const CellMask> layouts, CellMask undetermined) const {
  SAPPER_EXPECT(undetermined != 0);
  CellMask least = std::numeric_limits<CellMask>::max();
  std::array<Place, 8 * kMostCells> places;  // the maximum, on a torus
  std::size_t place_count = 0;
  for (const Image& image : images_) {
    const CellMask mapped = map(image, undetermined);
    const int shift = shift_of(mapped);
    if (mapped >> shift > least) continue;
    if (mapped >> shift < least) place_count = 0;
    least = mapped >> shift;
    places[place_count++] = {&image, shift};
  }

  PositionKey key;
  for (std::size_t i = 0; i < place_count; ++i) {
    PositionKey sum;
    for (const CellMask layout : layouts) {
      const CellMask mines = map(*places[i].image, layout & undetermined) >> places[i].shift;
      const std::uint64_t hash = mix(mines + 0x9E3779B97F4A7C15);
      sum.place += hash;
      sum.check += mix(hash + 0xD1B54A32D192ED03);
    }
    if (i == 0 || std::pair(sum.check, sum.place) < std::pair(key.check, key.place)) key = sum;
  }
  return key;
}

}  // namespace sapper::solvers::optimal
