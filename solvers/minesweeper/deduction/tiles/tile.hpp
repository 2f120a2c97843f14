// A part of a board in bit planes: 16 rows of 32 columns, one bit per cell in each plane, which is one 512-bit
// value. What the rules say about every cell of a tile comes out of a few dozen instructions on whole planes:
// see tile_rules.hpp.
#pragma once

#include <cstdint>

namespace sapper::solvers {

inline constexpr int kTileRows = 16;
inline constexpr int kTileCols = 32;

// Column c of row r: bit c of rows[r]. A plain array: the rules are compiled for several instruction sets, and
// an inline function of the standard library that they share would be linked in the version of any of them.
struct alignas(64) TilePlane {
  std::uint32_t rows[kTileRows];
};

// What is known of a tile's cells. Tiles overlap, and see the neighbours of their constraints only: all cells of
// a tile may become known, but shown numbers in its outermost rows and columns are left out, unless the board
// ends there.
struct Tile {
  TilePlane unknown;
  TilePlane mine;        // known mines
  TilePlane constraint;  // shown numbers, all of whose neighbours are in the tile
  TilePlane number[4];   // of the constraints, in binary
  TilePlane owned;       // constraints that this tile and no other lists as changed
  TilePlane shared;      // cells with several places, in this tile or others
  // What was unknown and a constraint when changes were last listed and forgotten.
  TilePlane unknown_before;
  TilePlane constraint_before;
};

// Some of a tile's cells.
struct MarkedCells {
  TilePlane plane;
  std::uint32_t rows;  // one bit for each row that holds some; the others are empty
};

// Cells that a rule has found.
struct TileFindings {
  MarkedCells mines;
  MarkedCells safe;
  MarkedCells violated;  // constraints that cannot be met
};

}  // namespace sapper::solvers
