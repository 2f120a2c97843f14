#include "solvers/minesweeper/exact/optimal/position_keys.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "sim/support/contracts.hpp"

namespace sapper::solvers::optimal {
namespace {

using sim::Cell;
using sim::Grid;
using sim::Topology;

using Permutation = std::vector<Cell>;

struct Coordinates {
  int row;
  int col;
};

// The eight symmetries of a square by number: transposed (1), rows mirrored (2), columns mirrored (4).
Coordinates turned(Coordinates at, int symmetry, int rows, int cols) {
  if ((symmetry & 2) != 0) at.row = rows - 1 - at.row;
  if ((symmetry & 4) != 0) at.col = cols - 1 - at.col;
  if ((symmetry & 1) != 0) std::swap(at.row, at.col);
  return at;
}

bool keeps_neighbors(const Grid& grid, const Permutation& permutation, const NeighborMasks& neighbors) {
  for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
    CellMask mapped = 0;
    for (const Cell neighbor : grid.neighbors(cell)) mapped |= mask_of(permutation[neighbor]);
    if (mapped != neighbors.of[permutation[cell]]) return false;
  }
  return true;
}

// Those of the eight, and of their translations where the board wraps, that fit the board and keep neighbours
// neighbours.
std::vector<Permutation> symmetries_of(const Grid& grid) {
  const NeighborMasks neighbors(grid);
  const int rows = grid.rows();
  const int cols = grid.cols();
  std::vector<Permutation> found;
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    if ((symmetry & 1) != 0 && rows != cols) continue;
    for (int down = 0; down < (grid.wraps_rows() ? rows : 1); ++down)
      for (int right = 0; right < (grid.wraps_cols() ? cols : 1); ++right) {
        Permutation permutation(grid.cell_count());
        for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
          const Coordinates to = turned({grid.row_of(cell), grid.col_of(cell)}, symmetry, rows, cols);
          permutation[cell] = grid.at((to.row + down) % rows, (to.col + right) % cols);
        }
        if (keeps_neighbors(grid, permutation, neighbors) &&
            std::find(found.begin(), found.end(), permutation) == found.end())
          found.push_back(std::move(permutation));
      }
  }
  return found;
}

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
    // With translations the shape of the board does not matter: all eight, in a square.
    width_ = side;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      std::vector<int> bits;
      for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
        const Coordinates to = turned({grid.row_of(cell), grid.col_of(cell)}, symmetry, side, side);
        bits.push_back(to.row * side + to.col);
      }
      add_image(bits);
    }
    return;
  }
  for (const Permutation& permutation : symmetries_of(grid))
    add_image(std::vector<int>(permutation.begin(), permutation.end()));
}

void PositionKeys::add_image(const std::vector<int>& bit_of_cell) {
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
