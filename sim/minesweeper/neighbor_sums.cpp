#include "sim/minesweeper/neighbor_sums.hpp"

#include <algorithm>

namespace sapper::sim {
namespace {

std::uint8_t sum(int value) { return static_cast<std::uint8_t>(value); }

}  // namespace

NeighborSums::NeighborSums(const Grid& grid)
    : grid_(&grid),
      width_(static_cast<std::size_t>(grid.cols()) + 2),
      is_small_torus_(grid.topology() == Topology::torus && (grid.rows() < 3 || grid.cols() < 3)),
      bordered_(width_ * (static_cast<std::size_t>(grid.rows()) + 2), 0),
      across_(bordered_.size(), 0),
      bordered_sums_(bordered_.size(), 0),
      sums_(grid.cell_count(), 0) {}

std::span<const std::uint8_t> NeighborSums::of(std::span<const std::uint8_t> values) {
  SAPPER_EXPECT(values.size() == grid_->cell_count());
  if (is_small_torus_) {
    walk(values);
    return sums_;
  }
  fill_bordered(values);
  switch (grid_->topology()) {
    case Topology::square:
      add_eight();
      break;
    case Topology::torus:
      copy_opposite_sides();
      add_eight();
      break;
    case Topology::hex:
      add_six();
      break;
  }
  const std::size_t cols = width_ - 2;
  for (std::size_t row = 0; row * cols < sums_.size(); ++row)
    std::copy_n(bordered_sums_.data() + first_of(row), cols, sums_.data() + row * cols);
  return sums_;
}

void NeighborSums::fill_bordered(std::span<const std::uint8_t> values) {
  const auto rows = static_cast<std::size_t>(grid_->rows());
  const auto cols = static_cast<std::size_t>(grid_->cols());
  for (std::size_t row = 0; row < rows; ++row)
    std::copy_n(values.data() + row * cols, cols, bordered_.data() + first_of(row));
}

void NeighborSums::copy_opposite_sides() {
  const auto rows = static_cast<std::size_t>(grid_->rows());
  const auto cols = static_cast<std::size_t>(grid_->cols());
  for (std::size_t row = 1; row <= rows; ++row) {
    std::uint8_t* const begin = bordered_.data() + row * width_;
    begin[0] = begin[cols];
    begin[cols + 1] = begin[1];
  }
  std::copy_n(bordered_.data() + rows * width_, width_, bordered_.data());
  std::copy_n(bordered_.data() + width_, width_, bordered_.data() + (rows + 1) * width_);
}

// The loops below read locals only: stores of uint8_t may alias members, which would block vectorization.

void NeighborSums::add_eight() {
  const std::size_t size = bordered_.size();
  const std::size_t width = width_;
  const std::uint8_t* const cells = bordered_.data();
  std::uint8_t* const triples = across_.data();
  std::uint8_t* const sums = bordered_sums_.data();
  for (std::size_t i = 1; i + 1 < size; ++i) triples[i] = sum(cells[i - 1] + cells[i] + cells[i + 1]);
  for (std::size_t i = width; i < size - width; ++i)
    sums[i] = sum(triples[i - width] + triples[i] + triples[i + width] - cells[i]);
}

// In the rows above and below, a cell of an even row touches the cells of its own column and of the one
// before; a cell of an odd row, those of its own column and of the one after.
void NeighborSums::add_six() {
  const std::size_t size = bordered_.size();
  const std::size_t width = width_;
  const std::uint8_t* const cells = bordered_.data();
  std::uint8_t* const pairs = across_.data();
  for (std::size_t i = 0; i + 1 < size; ++i) pairs[i] = sum(cells[i] + cells[i + 1]);
  for (int row = 0; row < grid_->rows(); ++row) {
    const std::size_t first = first_of(static_cast<std::size_t>(row));
    const std::uint8_t* const before = cells + first - 1;
    const std::uint8_t* const after = cells + first + 1;
    const std::uint8_t* const above = pairs + first - width - (row % 2 == 0 ? 1 : 0);
    const std::uint8_t* const below = above + 2 * width;
    std::uint8_t* const sums = bordered_sums_.data() + first;
    for (std::size_t col = 0; col < width - 2; ++col)
      sums[col] = sum(above[col] + below[col] + before[col] + after[col]);
  }
}

void NeighborSums::walk(std::span<const std::uint8_t> values) {
  for (Cell cell = 0; cell < grid_->cell_count(); ++cell) {
    int count = 0;
    for (const Cell neighbor : grid_->neighbors(cell)) count += values[neighbor];
    sums_[cell] = sum(count);
  }
}

}  // namespace sapper::sim
