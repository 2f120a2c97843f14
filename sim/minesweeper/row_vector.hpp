// 16 words of a strip of the bit planes (grid.hpp), as one value with the operators of C: in as few registers as the
// processor that this is compiled for has, or in SAPPER_ROW_VECTOR_PARTS if that is defined. All that takes or returns one
// is inlined: for another processor, such as that of a program that links the library, the type is another. Nothing may be
// shared between instruction sets (block_operations.hpp), so no function of the standard library is used. Instructions that C
// has no operator for are the compilers' own functions: most sources include this, and <immintrin.h> has 60,000 lines.
#pragma once

#include <cstddef>
#include <cstdint>

#ifndef SAPPER_ROW_VECTOR_PARTS
#if defined(__AVX512F__)
#define SAPPER_ROW_VECTOR_PARTS 1
#elif defined(__AVX2__)
#define SAPPER_ROW_VECTOR_PARTS 2
#else
#define SAPPER_ROW_VECTOR_PARTS 4
#endif
#endif
#if SAPPER_ROW_VECTOR_PARTS == 1
#define SAPPER_ROW_VECTOR_SET one_part
#elif SAPPER_ROW_VECTOR_PARTS == 2
#define SAPPER_ROW_VECTOR_SET two_parts
#else
#define SAPPER_ROW_VECTOR_SET four_parts
#endif

namespace sapper::sim {
inline namespace SAPPER_ROW_VECTOR_SET {

class RowVector {
 public:
  static constexpr std::uint32_t kRows = 16;

#define SAPPER_INLINE [[gnu::always_inline]]
  SAPPER_INLINE static RowVector load(const std::uint32_t* words) {
    RowVector result;
    __builtin_memcpy(result.parts_, words, sizeof(result.parts_));
    return result;
  }
  SAPPER_INLINE void store(std::uint32_t* words) const { __builtin_memcpy(words, parts_, sizeof(parts_)); }
  // All bits of the rows before this one, which may be kRows, and none of the others.
  SAPPER_INLINE static RowVector before(std::uint32_t row) { return load(kOnesThenZeros + kRows - row); }
  // Clears all rows but those from begin on and before end.
  SAPPER_INLINE RowVector between(std::uint32_t begin, std::uint32_t end) const {
    return *this & before(end) & ~before(begin);
  }
  // Clears all columns but these, one bit each.
  SAPPER_INLINE RowVector in_columns(std::uint32_t columns) const {
    RowVector result = *this;
    for (Part& part : result.parts_) part &= columns;
    return result;
  }
  // All bits of every second row, from the second one on.
  SAPPER_INLINE static RowVector odd_rows() { return load(kOddRows); }
  // These bits of one row.
  SAPPER_INLINE static RowVector only(std::uint32_t row, std::uint32_t bits) {
    RowVector result = before(row + 1) & ~before(row);
    for (Part& part : result.parts_) part &= bits;
    return result;
  }

  SAPPER_INLINE friend RowVector operator&(RowVector a, const RowVector& b) {
    for (std::size_t i = 0; i < kParts; ++i) a.parts_[i] &= b.parts_[i];
    return a;
  }
  SAPPER_INLINE friend RowVector operator|(RowVector a, const RowVector& b) {
    for (std::size_t i = 0; i < kParts; ++i) a.parts_[i] |= b.parts_[i];
    return a;
  }
  SAPPER_INLINE friend RowVector operator^(RowVector a, const RowVector& b) {
    for (std::size_t i = 0; i < kParts; ++i) a.parts_[i] ^= b.parts_[i];
    return a;
  }
  SAPPER_INLINE RowVector operator~() const {
    RowVector result;
    for (std::size_t i = 0; i < kParts; ++i) result.parts_[i] = ~parts_[i];
    return result;
  }
  // All rows by less than 32 columns.
  SAPPER_INLINE RowVector operator<<(std::uint32_t columns) const {
    RowVector result;
    for (std::size_t i = 0; i < kParts; ++i) result.parts_[i] = parts_[i] << columns;
    return result;
  }
  SAPPER_INLINE RowVector operator>>(std::uint32_t columns) const {
    RowVector result;
    for (std::size_t i = 0; i < kParts; ++i) result.parts_[i] = parts_[i] >> columns;
    return result;
  }

  // Each row takes the bits of the one before it or after it; the first or last one takes 0, or the last or first row of
  // other words.
  SAPPER_INLINE RowVector moved_down() const { return moved_down_after(Part{}); }
  SAPPER_INLINE RowVector moved_up() const { return moved_up_before(Part{}); }
  SAPPER_INLINE RowVector moved_down(const RowVector& others) const {
    return moved_down_after(others.parts_[kParts - 1]);
  }
  SAPPER_INLINE RowVector moved_up(const RowVector& others) const {
    return moved_up_before(others.parts_[0]);
  }

  // Tell for the three bits in each place whether an odd number of them is set, and whether at least two are.
  SAPPER_INLINE friend RowVector odd_of(const RowVector& a, const RowVector& b, const RowVector& c) {
    RowVector result;
    for (std::size_t i = 0; i < kParts; ++i) {
#if SAPPER_ROW_VECTOR_PARTS == 1
      result.parts_[i] = by_table<0x96>(a.parts_[i], b.parts_[i], c.parts_[i]);
#else
      result.parts_[i] = a.parts_[i] ^ b.parts_[i] ^ c.parts_[i];
#endif
    }
    return result;
  }
  SAPPER_INLINE friend RowVector majority(const RowVector& a, const RowVector& b, const RowVector& c) {
    RowVector result;
    for (std::size_t i = 0; i < kParts; ++i) {
#if SAPPER_ROW_VECTOR_PARTS == 1
      result.parts_[i] = by_table<0xE8>(a.parts_[i], b.parts_[i], c.parts_[i]);
#else
      result.parts_[i] = (a.parts_[i] & b.parts_[i]) | (c.parts_[i] & (a.parts_[i] | b.parts_[i]));
#endif
    }
    return result;
  }

  // Whether some bit is set.
  SAPPER_INLINE bool any() const {
    Part all = parts_[0];
    for (std::size_t i = 1; i < kParts; ++i) all |= parts_[i];
#if SAPPER_ROW_VECTOR_PARTS == 1
    return nonzero(all) != 0;
#elif SAPPER_ROW_VECTOR_PARTS == 2
    using Words = long long __attribute__((vector_size(32)));
    return __builtin_ia32_ptestz256((Words)all, (Words)all) == 0;
#else
    std::uint64_t halves[2];
    __builtin_memcpy(halves, &all, sizeof(halves));
    return (halves[0] | halves[1]) != 0;
#endif
  }

  // The rows in which some bit is set, one bit each.
  SAPPER_INLINE std::uint32_t used_rows() const {
#if SAPPER_ROW_VECTOR_PARTS == 1
    return nonzero(parts_[0]);
#elif defined(__SSE2__)
    using Quarter = int __attribute__((vector_size(16)));
    using Bytes = char __attribute__((vector_size(16)));
    Quarter quarter[4];
    __builtin_memcpy(quarter, parts_, sizeof(quarter));
    for (Quarter& rows : quarter) rows = rows == Quarter{};
    const Bytes empty = (Bytes)__builtin_ia32_packsswb128(__builtin_ia32_packssdw128(quarter[0], quarter[1]),
                                                          __builtin_ia32_packssdw128(quarter[2], quarter[3]));
    return ~static_cast<std::uint32_t>(__builtin_ia32_pmovmskb128(empty)) & 0xFFFF;
#else
    std::uint32_t words[kRows];
    store(words);
    std::uint32_t result = 0;
    for (std::uint32_t row = 0; row < kRows; ++row)
      result |= static_cast<std::uint32_t>(words[row] != 0) << row;
    return result;
#endif
  }
  // The columns in which some bit is set.
  SAPPER_INLINE std::uint32_t used_columns() const {
    std::uint64_t pairs[kRows / 2];
    __builtin_memcpy(pairs, parts_, sizeof(pairs));
    std::uint64_t all = 0;
    for (const std::uint64_t pair : pairs) all |= pair;
    return static_cast<std::uint32_t>(all | all >> 32);
  }
  // How many bits are set.
  SAPPER_INLINE std::uint32_t count() const {
    std::uint64_t pairs[kRows / 2];
    __builtin_memcpy(pairs, parts_, sizeof(pairs));
    int result = 0;
    for (const std::uint64_t pair : pairs) result += __builtin_popcountll(pair);
    return static_cast<std::uint32_t>(result);
  }

 private:
  static constexpr std::size_t kParts = SAPPER_ROW_VECTOR_PARTS;
  using Part = std::uint32_t __attribute__((vector_size(4 * kRows / kParts)));
#if SAPPER_ROW_VECTOR_PARTS == 1
  using Signed = int __attribute__((vector_size(4 * kRows)));
  // Bit 4a + 2b + c of the table, for the bits a, b and c in each place.
  template <int kTable>
  SAPPER_INLINE static Part by_table(Part a, Part b, Part c) {
    return (Part)__builtin_ia32_pternlogd512_mask((Signed)a, (Signed)b, (Signed)c, kTable, 0xFFFF);
  }
  // The rows that are not 0, one bit each.
  SAPPER_INLINE static std::uint32_t nonzero(Part part) {
#ifdef __clang__
    return __builtin_ia32_cmpd512_mask((Signed)part, Signed{}, 4, 0xFFFF);
#else
    return __builtin_ia32_ptestmd512((Signed)part, (Signed)part, 0xFFFF);
#endif
  }
#endif
  // Of parts that follow one another: the last row of a, then all rows of b but the last; and all rows of a but the
  // first, then the first row of b.
  SAPPER_INLINE static Part next_down(Part a, Part b) {
#if SAPPER_ROW_VECTOR_PARTS == 1
    return __builtin_shufflevector(a, b, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
#elif SAPPER_ROW_VECTOR_PARTS == 2
    return __builtin_shufflevector(a, b, 7, 8, 9, 10, 11, 12, 13, 14);
#else
    return __builtin_shufflevector(a, b, 3, 4, 5, 6);
#endif
  }
  SAPPER_INLINE static Part next_up(Part a, Part b) {
#if SAPPER_ROW_VECTOR_PARTS == 1
    return __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
#elif SAPPER_ROW_VECTOR_PARTS == 2
    return __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8);
#else
    return __builtin_shufflevector(a, b, 1, 2, 3, 4);
#endif
  }

  SAPPER_INLINE RowVector moved_down_after(Part last) const {
    RowVector result;
    result.parts_[0] = next_down(last, parts_[0]);
    for (std::size_t i = 1; i < kParts; ++i) result.parts_[i] = next_down(parts_[i - 1], parts_[i]);
    return result;
  }
  SAPPER_INLINE RowVector moved_up_before(Part first) const {
    RowVector result;
    for (std::size_t i = 0; i + 1 < kParts; ++i) result.parts_[i] = next_up(parts_[i], parts_[i + 1]);
    result.parts_[kParts - 1] = next_up(parts_[kParts - 1], first);
    return result;
  }

  static constexpr std::uint32_t kOnes = ~std::uint32_t{0};
  static constexpr std::uint32_t kOnesThenZeros[2 * kRows] = {kOnes, kOnes, kOnes, kOnes, kOnes, kOnes,
                                                              kOnes, kOnes, kOnes, kOnes, kOnes, kOnes,
                                                              kOnes, kOnes, kOnes, kOnes};
  static constexpr std::uint32_t kOddRows[kRows] = {0, kOnes, 0, kOnes, 0, kOnes, 0, kOnes,
                                                    0, kOnes, 0, kOnes, 0, kOnes, 0, kOnes};

  Part parts_[kParts];
#undef SAPPER_INLINE
};

}  // namespace SAPPER_ROW_VECTOR_SET
}  // namespace sapper::sim
