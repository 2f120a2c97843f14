// The smallest patterns whose mines may lie on one set of cells or on another while all numbers stay the same.
//
// Sets A and B of as many cells are ambiguous if every cell beside them that is next to a different number of cells of A
// than of B is a mine itself: then no number tells whether the mines lie on A or on B. The patterns are those of
// data/studies/ambiguous_patterns.py, which finds them: all of squares with up to 8 mines inside a board, 6 at one
// border and 5 in a corner. A bound holds with any list of patterns; what the list lacks only makes it higher.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"

namespace sapper::solvers {

// Bit `cell % 64` of word `cell / 64`: a set of cells of a board of at most kMostBoundCells.
inline constexpr std::uint32_t kMostBoundCells = 512;
using CellBits = std::array<std::uint64_t, kMostBoundCells / 64>;

inline bool contains(const CellBits& cells, sim::Cell cell) {
  return (cells[cell / 64] >> cell % 64 & 1) != 0;
}
inline void insert(CellBits& cells, sim::Cell cell) { cells[cell / 64] |= std::uint64_t{1} << cell % 64; }

// A pattern in one of its orientations, at all its places on a board. Cells are given by their distance from the place.
struct PlacedPattern {
  std::vector<std::uint32_t> a, b, mines;
  CellBits places{};
};

// Every pattern that fits on the board, in all orientations. Precondition: a square topology, at most kMostBoundCells.
std::vector<PlacedPattern> place_ambiguous_patterns(const sim::Grid& grid);

}  // namespace sapper::solvers
