// The rules on tiles for AVX-512 (F).
#define SAPPER_ROW_VECTOR_PARTS 1
#include "solvers/minesweeper/deduction/tiles/tile_rules_sets.hpp"

#ifdef SAPPER_X86
#include <immintrin.h>

#include "sim/minesweeper/row_vector.hpp"

namespace sapper::solvers {
namespace {

#include "solvers/minesweeper/deduction/tiles/tile_rules.inc"

}  // namespace

const TileRulesSet kAvx512TileRules{"avx512", kRules<Square>, kRules<Hex>};

}  // namespace sapper::solvers
#endif
