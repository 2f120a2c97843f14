// The rules on tiles for AVX2.
#define SAPPER_ROW_VECTOR_PARTS 2
#include "solvers/minesweeper/deduction/tiles/tile_rules_sets.hpp"

#ifdef SAPPER_X86
#include "sim/minesweeper/row_vector.hpp"

namespace sapper::solvers {
namespace {

#include "solvers/minesweeper/deduction/tiles/tile_rules.inc"

}  // namespace

const TileRulesSet kAvx2TileRules{"avx2", kRules<Square>, kRules<Hex>};

}  // namespace sapper::solvers
#endif
