#include "sim/minesweeper/cell_bytes.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sim/random/stream.hpp"

namespace sapper::sim {
namespace {

// Every width and place, few and many cells, up to the last cell of the array; values that differ in one bit.
TEST(CellBytes, CellsAreComparedAndAssignedOneByOne) {
  constexpr std::uint32_t kCells = 150;
  constexpr std::uint8_t kValues[] = {0x00, 0x01, 0x10, 0x7F, 0x80, 0x81, 0xFF};
  Stream random({40, 0, 0}, Purpose::playout);
  const auto draw_value = [&] { return kValues[random.below(std::size(kValues))]; };
  for (int round = 0; round < 20'000; ++round) {
    CellBytes bytes(kCells, 0);
    CellBytes source(kCells, 0);
    for (std::uint8_t& byte : bytes.span()) byte = draw_value();
    for (std::uint8_t& byte : source.span()) byte = draw_value();
    const std::uint32_t width = random.below(65);
    CellBits cells{random.below(kCells - width + 1), random.next64()};
    if (round % 3 == 0) cells.bits &= random.next64() & random.next64();
    if (round % 3 == 1) cells.bits |= random.next64() | random.next64();
    if (width < 64) cells.bits &= (std::uint64_t{1} << width) - 1;

    const std::uint8_t value = draw_value();
    std::uint64_t equal = 0;
    std::uint64_t top = 0;
    std::vector<std::uint8_t> filled(bytes.span().begin(), bytes.span().end());
    std::vector<std::uint8_t> copied = filled;
    for (std::uint32_t i = 0; i < width; ++i) {
      const std::uint64_t bit = std::uint64_t{1} << i;
      if ((cells.bits & bit) == 0) continue;
      if (bytes[cells.first + i] == value) equal |= bit;
      if (bytes[cells.first + i] >= 0x80) top |= bit;
      filled[cells.first + i] = value;
      copied[cells.first + i] = source[cells.first + i];
    }
    ASSERT_EQ(bytes.equal_to(value, cells).bits, equal);
    ASSERT_EQ(bytes.equal_to(value, cells).first, cells.first);
    ASSERT_EQ(bytes.with_top_bit(cells).bits, top);
    CellBytes copy = bytes;
    copy.fill(cells, value);
    ASSERT_TRUE(std::ranges::equal(copy.span(), filled));
    copy = bytes;
    copy.copy(cells, source);
    ASSERT_TRUE(std::ranges::equal(copy.span(), copied));
  }
}

}  // namespace
}  // namespace sapper::sim
