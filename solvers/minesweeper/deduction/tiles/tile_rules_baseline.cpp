// The rules on tiles in registers of 128 bits, which every target has, as the rest of the program is compiled.
#include "solvers/minesweeper/deduction/tiles/tile_rules_sets.hpp"

namespace sapper::solvers {
namespace {

#define SAPPER_INLINE inline __attribute__((always_inline))

constexpr int kLanes = 4;
typedef std::uint32_t Lanes __attribute__((vector_size(4 * kLanes)));  // NOLINT(modernize-use-using)

SAPPER_INLINE Lanes odd_of(Lanes a, Lanes b, Lanes c) { return a ^ b ^ c; }
SAPPER_INLINE Lanes majority(Lanes a, Lanes b, Lanes c) { return (a & b) | (c & (a | b)); }
SAPPER_INLINE bool any(Lanes a) {
  typedef std::uint64_t Words __attribute__((vector_size(16)));  // NOLINT(modernize-use-using)
  const Words words = (Words)a;
  return (words[0] | words[1]) != 0;
}
SAPPER_INLINE std::uint32_t rows_of(Lanes a) {
  const Lanes rows = (Lanes)(a != 0) & Lanes{1, 2, 4, 8};
  return rows[0] | rows[1] | rows[2] | rows[3];
}
SAPPER_INLINE std::uint32_t* list_row(std::uint32_t bits, std::uint32_t first_cell, const std::uint32_t* cols,
                                      std::uint32_t* cells) {
  for (; bits != 0; bits &= bits - 1) *cells++ = first_cell + cols[__builtin_ctz(bits)];
  return cells;
}
SAPPER_INLINE Lanes next_down(Lanes a, Lanes b) { return __builtin_shufflevector(a, b, 3, 4, 5, 6); }
SAPPER_INLINE Lanes next_up(Lanes a, Lanes b) { return __builtin_shufflevector(a, b, 1, 2, 3, 4); }

#include "solvers/minesweeper/deduction/tiles/tile_rules.inc"

}  // namespace

const TileRulesSet kBaselineTileRules{"baseline", kRules<Square>, kRules<Hex>};

}  // namespace sapper::solvers
