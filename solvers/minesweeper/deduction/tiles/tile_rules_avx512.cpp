// The rules on tiles for AVX-512 (F).
#define SAPPER_ROW_VECTOR_PARTS 1
#include "solvers/minesweeper/deduction/tiles/tile_rules_sets.hpp"

#ifdef SAPPER_X86
#include <immintrin.h>

#include "sim/minesweeper/row_vector.hpp"

namespace sapper::solvers {
namespace {

#define SAPPER_INLINE inline __attribute__((always_inline))

SAPPER_INLINE std::uint32_t* list_row(std::uint32_t bits, std::uint32_t first_cell, const std::uint32_t* cols,
                                      std::uint32_t* cells) {
  // Compressing into memory is slow on some processors: into a register, and all of it stored.
  const __m512i first = _mm512_set1_epi32(static_cast<int>(first_cell));
  for (int part = 0; part < 2; ++part) {
    const auto wanted = static_cast<__mmask16>(bits >> (16 * part));
    const __m512i all = _mm512_add_epi32(first, _mm512_loadu_si512(cols + 16 * part));
    _mm512_storeu_si512(cells, _mm512_maskz_compress_epi32(wanted, all));
    cells += __builtin_popcount(wanted);
  }
  return cells;
}

#include "solvers/minesweeper/deduction/tiles/tile_rules.inc"

}  // namespace

const TileRulesSet kAvx512TileRules{"avx512", kRules<Square>, kRules<Hex>};

}  // namespace sapper::solvers
#endif
