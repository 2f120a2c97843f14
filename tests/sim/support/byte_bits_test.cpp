#include "sim/support/byte_bits.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper::sim {
namespace {

// Values that differ in one bit or carry into the next byte when added to; each number of bytes.
TEST(ByteBits, EqualBytesAreFoundOneByOne) {
  constexpr std::uint8_t kValues[] = {0x00, 0x01, 0x10, 0x7F, 0x80, 0x81, 0xFF};
  std::uint32_t state = 1;
  for (std::size_t count = 0; count <= 64; ++count)
    for (int round = 0; round < 50; ++round) {
      std::vector<std::uint8_t> bytes(count);  // of that size: AddressSanitizer sees reads beyond it
      for (std::uint8_t& byte : bytes) {
        state = state * 1664525 + 1013904223;
        byte = kValues[(state >> 16) % std::size(kValues)];
      }
      for (const std::uint8_t value : kValues) {
        std::uint64_t expected = 0;
        for (std::size_t i = 0; i < count; ++i)
          if (bytes[i] == value) expected |= std::uint64_t{1} << i;
        ASSERT_EQ(equal_bytes(bytes.data(), count, value), expected) << count;
        std::uint64_t by_eights = 0;
        for (std::size_t i = 0; i + 8 <= count; i += 8)
          by_eights |= equal_bytes_of_8(bytes.data() + i, value) << i;
        const std::size_t whole = count / 8 * 8;
        if (whole < 64) expected &= (std::uint64_t{1} << whole) - 1;
        ASSERT_EQ(by_eights, expected) << count;
      }
    }
}

}  // namespace
}  // namespace sapper::sim
