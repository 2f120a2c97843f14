// Bit masks from bytes: bit i belongs to byte i.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace sapper::sim {

// Which of 8 adjacent bytes are equal to `value`.
inline std::uint64_t equal_bytes_of_8(const std::uint8_t* bytes, std::uint8_t value) {
  std::uint64_t eight = 0;
  for (std::size_t i = 0; i < 8; ++i) eight |= std::uint64_t{bytes[i]} << (8 * i);
  const std::uint64_t differences = eight ^ (value * std::uint64_t{0x0101'0101'0101'0101});
  // The top bit of each byte that is 0; no carry leaves a byte.
  constexpr std::uint64_t kLow = 0x7F7F'7F7F'7F7F'7F7F;
  const std::uint64_t is_zero = ~(((differences & kLow) + kLow) | differences | kLow);
  // Moves bit 8 i to bit 56 + i.
  return ((is_zero >> 7) * 0x0102'0408'1020'4080) >> 56;
}

// Which of 16 adjacent bytes are equal to `value`.
inline std::uint64_t equal_bytes_of_16(const std::uint8_t* bytes, std::uint8_t value) {
#ifdef __SSE2__
  const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  const __m128i is_equal = _mm_cmpeq_epi8(sixteen, _mm_set1_epi8(static_cast<char>(value)));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(is_equal));
#else
  return equal_bytes_of_8(bytes, value) | equal_bytes_of_8(bytes + 8, value) << 8;
#endif
}

// Which of `count` adjacent bytes, at most 64, are equal to `value`. Reads no others.
inline std::uint64_t equal_bytes(const std::uint8_t* bytes, std::size_t count, std::uint8_t value) {
  std::uint64_t equal = 0;
  if (count >= 16) {
    for (std::size_t i = 0; i + 16 < count; i += 16) equal |= equal_bytes_of_16(bytes + i, value) << i;
    return equal | equal_bytes_of_16(bytes + count - 16, value) << (count - 16);
  }
  if (count >= 8)
    return equal_bytes_of_8(bytes, value) | equal_bytes_of_8(bytes + count - 8, value) << (count - 8);
  for (std::size_t i = 0; i < count; ++i) equal |= std::uint64_t{bytes[i] == value} << i;
  return equal;
}

}  // namespace sapper::sim
