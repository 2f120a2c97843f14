// The rules on tiles for AVX-512 (F).
#include "solvers/minesweeper/deduction/tiles/tile_rules_sets.hpp"

#ifdef SAPPER_X86
#include <immintrin.h>

namespace sapper::solvers {
namespace {

#define SAPPER_INLINE inline __attribute__((always_inline))

constexpr int kLanes = 16;
typedef std::uint32_t Lanes __attribute__((vector_size(4 * kLanes)));  // NOLINT(modernize-use-using)

SAPPER_INLINE Lanes odd_of(Lanes a, Lanes b, Lanes c) {
  return (Lanes)_mm512_ternarylogic_epi32((__m512i)a, (__m512i)b, (__m512i)c, 0x96);
}
SAPPER_INLINE Lanes majority(Lanes a, Lanes b, Lanes c) {
  return (Lanes)_mm512_ternarylogic_epi32((__m512i)a, (__m512i)b, (__m512i)c, 0xE8);
}
SAPPER_INLINE bool any(Lanes a) { return _mm512_test_epi32_mask((__m512i)a, (__m512i)a) != 0; }
SAPPER_INLINE std::uint32_t rows_of(Lanes a) { return _mm512_test_epi32_mask((__m512i)a, (__m512i)a); }
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
SAPPER_INLINE Lanes next_down(Lanes a, Lanes b) {
  return __builtin_shufflevector(a, b, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
}
SAPPER_INLINE Lanes next_up(Lanes a, Lanes b) {
  return __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
}

#include "solvers/minesweeper/deduction/tiles/tile_rules.inc"

}  // namespace

const TileRulesSet kAvx512TileRules{"avx512", kRules<Square>, kRules<Hex>};

}  // namespace sapper::solvers
#endif
