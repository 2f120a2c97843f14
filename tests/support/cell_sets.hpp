// Cells as sets of adjacent cells, and back.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"

namespace sapper::tests {

inline std::vector<sim::CellBits> one_by_one(std::span<const sim::Cell> cells) {
  std::vector<sim::CellBits> sets;
  for (const sim::Cell cell : cells) sets.push_back({cell, 1});
  return sets;
}

// In few sets, ascending; each begins with one of its cells or, where `is_wide`, up to 63 columns before.
inline std::vector<sim::CellBits> in_rows(const sim::Grid& grid, std::span<const sim::Cell> cells,
                                          bool is_wide = false) {
  std::vector<sim::Cell> sorted(cells.begin(), cells.end());
  std::ranges::sort(sorted);
  std::vector<sim::CellBits> sets;
  for (const sim::Cell cell : sorted) {
    const bool fits =
        !sets.empty() && grid.row_of(sets.back().first) == grid.row_of(cell) && cell - sets.back().first < 64;
    if (!fits) {
      const int col = grid.col_of(cell);
      sets.push_back({is_wide ? cell - static_cast<sim::Cell>(col % 64) : cell, 0});
    }
    sets.back().bits |= std::uint64_t{1} << (cell - sets.back().first);
  }
  return sets;
}

inline std::vector<sim::Cell> cells_of(std::span<const sim::CellBits> sets) {
  std::vector<sim::Cell> cells;
  for (const sim::CellBits set : sets)
    for (sim::Cell i = 0; i < 64; ++i)
      if ((set.bits >> i & 1) != 0) cells.push_back(set.first + i);
  return cells;
}

}  // namespace sapper::tests
