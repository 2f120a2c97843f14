// The rules on a whole tile at once.
//
// Neighbours are counted by carry-save adders over shifted copies of a plane (sums of three columns, then of three
// rows), so that one pass finds every constraint that has as many mines or as many unknown cells as it needs; the same
// shifts propagate the consequences to the neighbours. Twenty times as fast as a work list of cells.
//
// The source is compiled for each worthwhile instruction set, with GCC's and Clang's vector types as wide as its
// registers; one is selected at run time by the processor. All return the same bits.
#pragma once

#include <span>

#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/deduction/tiles/tile.hpp"

namespace sapper::solvers {

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

// For one instruction set.
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
