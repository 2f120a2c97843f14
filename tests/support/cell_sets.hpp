// Cells in order, as blocks, and back.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "sim/minesweeper/cell_planes.hpp"

namespace sapper::tests {

inline void add_cell(std::vector<sim::CellBlock>& blocks, const sim::Grid& grid, sim::Cell cell) {
  const sim::Grid::Place place = grid.place_of(cell);
  sim::add_cells(blocks, grid, place.word, place.mask());
}

inline sim::CellBlock only(const sim::Grid& grid, sim::Cell cell) {
  std::vector<sim::CellBlock> blocks;
  add_cell(blocks, grid, cell);
  return blocks.front();
}

inline std::vector<sim::CellBlock> one_by_one(const sim::Grid& grid, std::span<const sim::Cell> cells) {
  std::vector<sim::CellBlock> blocks;
  for (const sim::Cell cell : cells) blocks.push_back(only(grid, cell));
  return blocks;
}

// In few blocks.
inline std::vector<sim::CellBlock> together(const sim::Grid& grid, std::span<const sim::Cell> cells) {
  std::vector<sim::CellBlock> blocks;
  for (const sim::Cell cell : cells) add_cell(blocks, grid, cell);
  return blocks;
}

inline std::vector<sim::Cell> sorted(std::span<const sim::Cell> cells) {
  std::vector<sim::Cell> result(cells.begin(), cells.end());
  std::ranges::sort(result);
  return result;
}

inline std::vector<sim::Cell> cells_of(std::span<const sim::CellBlock> blocks) {
  std::vector<sim::Cell> cells;
  for (const sim::CellBlock& block : blocks)
    for (std::size_t row = 0; row < block.bits.size(); ++row)
      for (sim::Cell i = 0; i < 32; ++i)
        if ((block.bits[row] >> i & 1) != 0) cells.push_back(block.first_cells[row] + i);
  return cells;
}

}  // namespace sapper::tests
