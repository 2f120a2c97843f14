// A byte for each cell of a board, compared and assigned for up to 64 adjacent cells at a time.
//
// Vectors read and write back bytes beyond the cells that are asked for, so that no loop goes byte by byte: the array has
// that many more bytes than cells. Nothing else writes to the array meanwhile, as one object serves one thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"

#if defined(__AVX512BW__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sapper::sim {

class CellBytes {
 public:
  // Bytes beyond the last cell that may be read.
  static constexpr std::size_t kSlack = 64;

  CellBytes(std::uint32_t cell_count, std::uint8_t value) : bytes_(cell_count + kSlack, value) {}

  std::uint8_t operator[](Cell cell) const { return bytes_[cell]; }
  std::uint8_t& operator[](Cell cell) { return bytes_[cell]; }
  std::span<const std::uint8_t> span() const { return std::span(bytes_).first(bytes_.size() - kSlack); }
  std::span<std::uint8_t> span() { return std::span(bytes_).first(bytes_.size() - kSlack); }
  const std::uint8_t* data() const { return bytes_.data(); }
  void fill_all(std::uint8_t value) { std::fill(bytes_.begin(), bytes_.end(), value); }

  // Those of the cells whose byte is equal to `value`, or has its top bit set.
  CellBits equal_to(std::uint8_t value, CellBits among) const {
#if defined(__AVX512BW__)
    const __m512i values = _mm512_set1_epi8(static_cast<char>(value));
    return {among.first, among.bits & _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(at(among)), values)};
#elif defined(__SSE2__)
    const __m128i values = _mm_set1_epi8(static_cast<char>(value));
    return test(among, [&](__m128i bytes) { return _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, values)); });
#else
    return test(among, [&](std::uint8_t byte) { return byte == value; });
#endif
  }
  CellBits with_top_bit(CellBits among) const {
#if defined(__AVX512BW__)
    return {among.first, among.bits & _mm512_movepi8_mask(_mm512_loadu_si512(at(among)))};
#elif defined(__SSE2__)
    return test(among, [](__m128i bytes) { return _mm_movemask_epi8(bytes); });
#else
    return test(among, [](std::uint8_t byte) { return byte >= 0x80; });
#endif
  }

  // Sets the cells' bytes to `value`.
  void fill(CellBits cells, std::uint8_t value) {
#if defined(__AVX512BW__)
    _mm512_mask_storeu_epi8(at(cells), cells.bits, _mm512_set1_epi8(static_cast<char>(value)));
#elif defined(__SSE2__)
    const __m128i values = _mm_set1_epi8(static_cast<char>(value));
    assign(cells, [&](std::size_t) { return values; });
#else
    cells.for_each([&](Cell cell) { bytes_[cell] = value; });
#endif
  }
  // Sets them to those of another array, which has as many cells.
  void copy(CellBits cells, const CellBytes& from) {
#if defined(__AVX512BW__)
    _mm512_mask_storeu_epi8(at(cells), cells.bits, _mm512_loadu_si512(from.at(cells)));
#elif defined(__SSE2__)
    const std::uint8_t* const source = from.at(cells);
    assign(cells,
           [&](std::size_t i) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(source + i)); });
#else
    cells.for_each([&](Cell cell) { bytes_[cell] = from[cell]; });
#endif
  }

 private:
  const std::uint8_t* at(CellBits cells) const { return bytes_.data() + cells.first; }
  std::uint8_t* at(CellBits cells) { return bytes_.data() + cells.first; }

#if defined(__AVX512BW__)
#elif defined(__SSE2__)
  static std::size_t width_of(CellBits cells) { return static_cast<std::size_t>(std::bit_width(cells.bits)); }

  // is_set(bytes): one bit for each of 16 bytes.
  template <class IsSet>
  CellBits test(CellBits among, IsSet is_set) const {
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < width_of(among); i += 16) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at(among) + i));
      result |= std::uint64_t{static_cast<std::uint32_t>(is_set(bytes))} << i;
    }
    return {among.first, among.bits & result};
  }

  // 0xFF in each byte whose bit is set, of the low 16.
  static __m128i bytes_of_bits(std::uint64_t bits) {
    const __m128i pair = _mm_cvtsi32_si128(static_cast<int>(bits & 0xFFFF));
    // Bits 0 to 7 in each of the first 8 bytes, 8 to 15 in the others.
    const __m128i doubled = _mm_unpacklo_epi8(pair, pair);
    const __m128i words = _mm_shufflelo_epi16(doubled, 0b01'01'00'00);
    const __m128i all = _mm_unpacklo_epi32(words, words);
    const __m128i own = _mm_set1_epi64x(static_cast<long long>(0x8040'2010'0804'0201));
    return _mm_cmpeq_epi8(_mm_and_si128(all, own), own);
  }
  // source(i): what bytes i to i + 15 become where the cells are.
  template <class Source>
  void assign(CellBits cells, Source source) {
    for (std::size_t i = 0; i < width_of(cells); i += 16) {
      auto* const place = reinterpret_cast<__m128i*>(at(cells) + i);
      const __m128i chosen = bytes_of_bits(cells.bits >> i);
      _mm_storeu_si128(place, _mm_or_si128(_mm_and_si128(chosen, source(i)),
                                           _mm_andnot_si128(chosen, _mm_loadu_si128(place))));
    }
  }
#else
  template <class IsSet>
  CellBits test(CellBits among, IsSet is_set) const {
    CellBits result{among.first, 0};
    among.for_each([&](Cell cell) {
      if (is_set(bytes_[cell])) result.bits |= std::uint64_t{1} << (cell - among.first);
    });
    return result;
  }
#endif

  std::vector<std::uint8_t> bytes_;  // [cell], then kSlack more
};

}  // namespace sapper::sim
