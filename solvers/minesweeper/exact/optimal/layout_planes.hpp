// A set of layouts as bit planes by cell, and its subsets as bits in a few words.
//
// Layout i of the set is bit i of every plane. A cell has one plane for the layouts with a mine there, and one for each
// number that it shows in some layout. A subset of the layouts is a row of words, so that "the layouts of this subset
// in which the cell shows 2" takes one AND per 64 layouts, and counting them a popcount. Once a subset fits into fewer
// words it becomes a set of its own.
//
// Cost: planes take (layouts x cells x (1 + numbers per cell)) bits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/exact/optimal/scratch.hpp"

namespace sapper::solvers::optimal {

// Bit i: cell i. A layout's mines, or any set of cells.
using CellMask = std::uint64_t;
inline constexpr std::uint32_t kMostCells = 64;
constexpr CellMask mask_of(sim::Cell cell) { return CellMask{1} << cell; }

// The neighbours of each cell; at most kMostCells cells.
struct NeighborMasks {
  explicit NeighborMasks(const sim::Grid& grid);
  std::array<CellMask, kMostCells> of{};
};

struct CellPlanes {
  const std::uint64_t* mines = nullptr;    // [words]
  const std::uint64_t* numbers = nullptr;  // [number_count][words], the layouts in which the cell shows each
  std::uint32_t number_count = 0;          // only numbers that occur
};

struct LayoutPlanes {
  std::uint32_t count = 0;                   // layouts
  std::uint32_t words = 0;                   // of a plane and of a subset
  const CellMask* layouts = nullptr;         // [count]
  std::array<CellPlanes, kMostCells> cells;  // of the requested cells
};

// 1, 2, 4 or a multiple of 8, so that loops over the words of a plane have no remainder.
constexpr std::uint32_t words_for(std::uint32_t layouts) {
  const std::uint32_t words = (layouts + 63) / 64;
  return words <= 8 ? std::bit_ceil(words) : (words + 7) / 8 * 8;
}

// The planes of `cells` over these layouts, which must outlive them. They are allocated in `scratch`. Cost: about 40
// operations for each cell and 64 layouts, and one for each mine of each layout.
LayoutPlanes* planes_of(std::span<const CellMask> layouts, CellMask cells, const NeighborMasks& neighbors,
                        Scratch& scratch);

}  // namespace sapper::solvers::optimal
