// A part of a board in bit planes: 16 rows of 32 columns, one bit per cell in each plane, which is one 512-bit
// value. The rules are applied to all cells of a tile with a few dozen instructions on whole planes: see
// tile_rules.hpp.
#pragma once

#include <cstdint>

namespace sapper::solvers {

inline constexpr int kTileRows = 16;
inline constexpr int kTileCols = 32;

// Column c of row r: bit c of rows[r]. A plain array: the rules are compiled for several instruction sets, and the
// linker might pick any one's version of a shared inline function of the standard library.
struct alignas(64) TilePlane {
  std::uint32_t rows[kTileRows];
};

// What is known of a tile's cells. Tiles overlap: all cells of a tile may become known, but shown numbers in its
// outermost rows and columns, whose neighbours it lacks, are excluded unless the board ends there.
struct Tile {
  TilePlane unknown;
  TilePlane mine;        // known mines
  TilePlane constraint;  // shown numbers all of whose neighbours are in the tile
  TilePlane number[4];   // of the constraints, in binary
  TilePlane owned;       // constraints that only this tile lists as changed
  // The unknown cells and constraints when changes were last listed and forgotten.
  TilePlane unknown_before;
  TilePlane constraint_before;
};

// Some of a tile's cells.
struct MarkedCells {
  TilePlane plane;
  std::uint32_t rows;  // one bit for each row that holds some; the others are empty
};

// Cells found by a rule.
struct TileFindings {
  MarkedCells mines;
  MarkedCells safe;
  MarkedCells violated;  // constraints that cannot be met
};

}  // namespace sapper::solvers
