// The rules on a whole tile at once.
//
// Numbers of neighbours come from carry-save adders over shifted copies of a plane (sums of three columns, then of
// three rows), so that one pass finds every constraint with as many mines or as many unknown cells as it needs; what
// follows spreads to the neighbours by the same shifts. Twenty times as fast as a work list of cells.
//
// The source is compiled for each instruction set that is worth it, with GCC's and Clang's vector types as wide as
// its registers; the processor decides at run time. All of them return the same bits.
#pragma once

#include <span>

#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/deduction/tiles/tile.hpp"

namespace sapper::solvers {

struct TileRules {
  // Both local rules to their fixed point, as the tile alone tells; all findings are taken into it. Fills the
  // findings; returns whether there are any. Contradictory numbers are always found out at the fixed point: the
  // mines around a number only become more there, and the cells that may be mines fewer.
  bool (*apply_local_rules)(Tile& tile, TileFindings& findings);
  // What pairs of overlapping constraints imply, at a fixed point of the local rules. Fills the findings but for
  // `violated`, and leaves the tile as it is; returns whether there are any.
  bool (*apply_overlap_rule)(const Tile& tile, TileFindings& findings);
  // The owned constraints whose unknown neighbours have changed, or that are new, and that are open or were; and those of
  // them that are open.
  void (*find_changed)(const Tile& tile, MarkedCells& changed, MarkedCells& changed_open);
  // All owned constraints that are open.
  void (*find_open)(const Tile& tile, MarkedCells& open);
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

// What this processor can run; the fastest is the last.
std::span<const TileRulesSet* const> supported_tile_rules();

inline const TileRules& tile_rules(sim::Topology topology,
                                   const TileRulesSet& set = *supported_tile_rules().back()) {
  return sim::row_of(topology).has_shifted_rows ? set.hex : set.square;
}

}  // namespace sapper::solvers
