// The rules on a whole tile at once: a part of a board in bit planes, 16 rows of 32 columns, one bit per cell in each
// plane, which is one 512-bit value. Tiles are not stored: the planes are those of the board (sim/minesweeper/grid.hpp),
// read from the tile's first row and column on.
//
// Neighbours are counted by carry-save adders over shifted copies of a plane (sums of three columns, then of three
// rows), so that one pass finds every constraint that has as many mines or as many unknown cells as it needs; the same
// shifts propagate the consequences to the neighbours. This is twenty times as fast as a work list of cells.
//
// The source is compiled for each worthwhile instruction set, with GCC's and Clang's vector types as wide as its
// registers; one is selected at run time by the processor. All return the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/minesweeper/block_operations.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::solvers {

inline constexpr int kTileRows = 16;
inline constexpr int kTileCols = 32;

// Column c of row r: bit c of rows[r]. A plain array: the rules are compiled for several instruction sets, and the
// linker might pick any one's version of a shared inline function of the standard library.
struct alignas(64) TilePlane {
  std::uint32_t rows[kTileRows];
};

// The board's planes at a tile. Tiles overlap: all cells of a tile may become known, but shown numbers in its outermost
// rows and columns, whose neighbours it lacks, are excluded unless the board ends there.
struct TileSource {
  // Each points to the word with the tile's first row and column; those of its other rows follow.
  const std::uint32_t* unknown;
  const std::uint32_t* mine;       // known mines
  const std::uint32_t* hidden;     // on the board; others are shown
  const std::uint32_t* number[4];  // of the shown cells, in binary
  // Unknown and hidden cells when changes were last listed and forgotten.
  const std::uint32_t* unknown_before;
  const std::uint32_t* hidden_before;
  std::uint32_t first_col;       // the bit of the tile's first column in these words,
  std::ptrdiff_t to_next_strip;  // and how far away its other columns are
  // The constraints, shown numbers all of whose neighbours are in the tile, lie in these rows and columns; and those of
  // them that only this tile lists as changed. Each row has all bits or none.
  const TilePlane* constraint_rows;
  std::uint32_t constraint_cols;
  const TilePlane* owned_rows;
  std::uint32_t owned_cols;
};

// A tile's planes copied to where their words follow one another, for a tile that wraps around the board.
struct UnrolledTile {
  TilePlane unknown, mine, hidden, number[4], unknown_before, hidden_before;
};

// The places of the cells around a block of the planes, in words from its first one: the same in each plane.
struct RingPlace {
  std::ptrdiff_t above, below;  // the words of the rows above and below, in the block's strip
  std::ptrdiff_t left, right;   // the block's rows in the strips to the left and to the right
  std::uint32_t
      left_bit;  // of the left strip, the column that touches the block; of the right one it is the first
  // The block's rows and columns. If there are fewer than those of a plane, the row below and the column to the right
  // come next there.
  std::uint32_t rows, cols;
  // The block's columns that lie in the rings of the blocks beside it, one bit each; 0 on a side without a block.
  std::uint32_t first_col, last_col;
};

// The board's planes at a block: of each, its first word. What is found in the block is taken into the first two.
struct BlockPlanes {
  std::uint32_t* unknown;
  std::uint32_t* mine;             // known mines
  const std::uint32_t* hidden;     // on the board; others are shown
  const std::uint32_t* number[4];  // of the shown cells, in binary
  const std::uint32_t* all_cells;  // those that are on the board
  const RingPlace* ring;           // may be null if no cell is around it
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
};

// Some of the cells around a block.
struct RingCells {
  std::uint32_t above, below;  // in the block's columns, one bit each
  std::uint32_t left, right;   // in the block's rows, one bit each
  // 0 or 1.
  std::uint32_t above_left, above_right, below_left, below_right;
};

// What was found in a block and around it.
struct BlockFindings {
  std::uint32_t known;   // cells of the block that have become known
  std::uint32_t mines;   // those of them that are mines
  sim::UsedRows rows;    // of those that have become known; not filled for a block with no cells around it
  MarkedCells safe;      // those of them that are safe
  MarkedCells violated;  // constraints that cannot be met
  bool has_ring_cells;   // whether the following were filled
  RingCells ring_mines;
  RingCells ring_safe;
};

struct TileRules {
  // Applies both local rules to their fixed point, to all constraints of a block. Takes what is found in the block into
  // its planes and fills the findings; returns whether there are any. At the fixed point contradictory numbers are always
  // detected: the mines around a number can only increase, and the cells that may be mines only decrease.
  bool (*apply_local_rules)(const BlockPlanes& block, BlockFindings& findings);
  // The same for a block with no cells around it.
  bool (*apply_local_rules_alone)(const BlockPlanes& block, BlockFindings& findings);
  // Applies the overlap rule to all pairs of constraints, at a fixed point of the local rules. Fills the findings;
  // returns whether there are any.
  bool (*apply_overlap_rule)(const TileSource& tile, TileFindings& findings);
  // The owned constraints whose unknown neighbours have changed, or that are new, and that are open or were; and those of
  // them that are open.
  void (*find_changed)(const TileSource& tile, MarkedCells& changed, MarkedCells& changed_open);
  // All owned constraints that are open.
  void (*find_open)(const TileSource& tile, MarkedCells& open);
  // Fills in the numbers of the marked cells, row by row: first_cells[row] + cols[col]. Returns how many there are; may
  // write kListSlack elements more.
  std::uint32_t (*list_cells)(const MarkedCells& marked, const std::uint32_t* first_cells,
                              const std::uint32_t* cols, std::uint32_t* cells);
};
inline constexpr int kListSlack = 16;

// The rules for one instruction set.
struct TileRulesSet {
  const char* name;
  TileRules square;  // the torus too
  TileRules hex;     // shifted rows
};

// The sets that this processor supports; the fastest is last.
std::span<const TileRulesSet* const> supported_tile_rules();

inline const TileRules& tile_rules(sim::Topology topology,
                                   const TileRulesSet& set = *supported_tile_rules().back()) {
  return sim::row_of(topology).has_shifted_rows ? set.hex : set.square;
}

}  // namespace sapper::solvers
