// The rules on tiles in registers of 128 bits, which every target has, as the rest of the program is compiled.
#define SAPPER_ROW_VECTOR_PARTS 4
#include "sim/minesweeper/row_vector.hpp"
#include "solvers/minesweeper/deduction/tiles/tile_rules_sets.hpp"

namespace sapper::solvers {
namespace {

#include "solvers/minesweeper/deduction/tiles/tile_rules.inc"

}  // namespace

const TileRulesSet kBaselineTileRules{"baseline", kRules<Square>, kRules<Hex>};

}  // namespace sapper::solvers
