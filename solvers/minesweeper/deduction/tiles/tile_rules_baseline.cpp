// The rules on tiles in registers of 128 bits, which every target has, as the rest of the program is compiled.
#define SAPPER_ROW_VECTOR_PARTS 4
#include "sim/minesweeper/row_vector.hpp"
#include "solvers/minesweeper/deduction/tiles/tile_rules_sets.hpp"

namespace sapper::solvers {
namespace {

#define SAPPER_INLINE inline __attribute__((always_inline))

SAPPER_INLINE std::uint32_t* list_row(std::uint32_t bits, std::uint32_t first_cell, const std::uint32_t* cols,
                                      std::uint32_t* cells) {
  for (; bits != 0; bits &= bits - 1) *cells++ = first_cell + cols[__builtin_ctz(bits)];
  return cells;
}

#include "solvers/minesweeper/deduction/tiles/tile_rules.inc"

}  // namespace

const TileRulesSet kBaselineTileRules{"baseline", kRules<Square>, kRules<Hex>};

}  // namespace sapper::solvers
