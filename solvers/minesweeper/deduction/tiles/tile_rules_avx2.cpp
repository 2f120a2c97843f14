// The rules on tiles for AVX2.
#include "solvers/minesweeper/deduction/tiles/tile_rules_sets.hpp"

#ifdef SAPPER_X86
#include <immintrin.h>

namespace sapper::solvers {
namespace {

#define SAPPER_INLINE inline __attribute__((always_inline))

constexpr int kLanes = 8;
typedef std::uint32_t Lanes __attribute__((vector_size(4 * kLanes)));  // NOLINT(modernize-use-using)

SAPPER_INLINE Lanes odd_of(Lanes a, Lanes b, Lanes c) { return a ^ b ^ c; }
SAPPER_INLINE Lanes majority(Lanes a, Lanes b, Lanes c) { return (a & b) | (c & (a | b)); }
SAPPER_INLINE bool any(Lanes a) { return _mm256_testz_si256((__m256i)a, (__m256i)a) == 0; }
SAPPER_INLINE std::uint32_t rows_of(Lanes a) {
  const __m256i is_empty = _mm256_cmpeq_epi32((__m256i)a, _mm256_setzero_si256());
  return ~static_cast<std::uint32_t>(_mm256_movemask_ps((__m256)is_empty)) & 0xFF;
}
SAPPER_INLINE std::uint32_t* list_row(std::uint32_t bits, std::uint32_t first_cell, const std::uint32_t* cols,
                                      std::uint32_t* cells) {
  for (; bits != 0; bits &= bits - 1) *cells++ = first_cell + cols[__builtin_ctz(bits)];
  return cells;
}
SAPPER_INLINE Lanes next_down(Lanes a, Lanes b) {
  return __builtin_shufflevector(a, b, 7, 8, 9, 10, 11, 12, 13, 14);
}
SAPPER_INLINE Lanes next_up(Lanes a, Lanes b) {
  return __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8);
}

#include "solvers/minesweeper/deduction/tiles/tile_rules.inc"

}  // namespace

const TileRulesSet kAvx2TileRules{"avx2", kRules<Square>, kRules<Hex>};

}  // namespace sapper::solvers
#endif
