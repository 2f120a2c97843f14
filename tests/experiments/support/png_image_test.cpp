// Pictures are read back chunk by chunk.
#include "experiments/support/png_image.hpp"

#include <zlib.h>

#include "experiments/support/board_colours.hpp"
#include "tests/support/contrast.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using tests::contrast;

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

// Name and content of each chunk; checks the checksums.
std::vector<std::pair<std::string, std::string>> chunks_of(std::string_view png) {
  EXPECT_EQ(png.substr(0, 8), std::string_view("\x89PNG\r\n\x1A\n", 8));
  std::vector<std::pair<std::string, std::string>> chunks;
  for (std::size_t at = 8; at < png.size();) {
    const std::size_t size = number_at(png, at);
    const std::string_view named = png.substr(at + 4, size + 4);
    chunks.emplace_back(named.substr(0, 4), named.substr(4));
    EXPECT_EQ(number_at(png, at + 8 + size),
              ::crc32(0, reinterpret_cast<const Bytef*>(named.data()), static_cast<uInt>(named.size())));
    at += size + 12;
  }
  return chunks;
}

TEST(PngImage, HoldsPixelsAndColours) {
  const std::vector<std::uint8_t> pixels{0, 1, 2, 2, 1, 0};
  const std::vector<std::string> palette{"#FFFFFF", "#0a0B0c", "#00FF10"};
  const auto chunks = chunks_of(png_image(3, 2, pixels, palette));
  ASSERT_EQ(chunks.size(), 4U);
  EXPECT_EQ(chunks[0].first, "IHDR");
  EXPECT_EQ(chunks[0].second, std::string("\0\0\0\3\0\0\0\2\x08\x03\0\0\0", 13));
  EXPECT_EQ(chunks[1].first, "PLTE");
  EXPECT_EQ(chunks[1].second, std::string("\xFF\xFF\xFF\x0A\x0B\x0C\x00\xFF\x10", 9));
  EXPECT_EQ(chunks[2].first, "IDAT");
  std::string rows(100, '?');
  uLongf size = rows.size();
  ASSERT_EQ(::uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                         reinterpret_cast<const Bytef*>(chunks[2].second.data()), chunks[2].second.size()),
            Z_OK);
  EXPECT_EQ(rows.substr(0, size), std::string("\0\0\1\2\0\2\1\0", 8)) << "each row after its filter";
  EXPECT_EQ(chunks[3].first, "IEND");
}

// Text on cells is readable.

constexpr double kLeast = tests::kReadableContrast;

TEST(BoardColours, RisksCanBeRead) {
  for (int i = 0; i <= 10'000; ++i) {
    const double p_mine = i / 10'000.0;
    EXPECT_GE(contrast(board_colours::risk_background(p_mine), board_colours::risk_text_colour(p_mine)),
              kLeast)
        << p_mine;
  }
  EXPECT_EQ(board_colours::risk_background(0), "#FFF7DE");
  EXPECT_EQ(board_colours::risk_background(1), "#B31E1E");
}

TEST(BoardColours, NumbersAndSignsCanBeRead) {
  for (const std::string_view number : board_colours::kNumbers)
    EXPECT_GE(contrast(number, board_colours::kShown), kLeast) << number;
  EXPECT_GE(contrast(board_colours::kMineSign, board_colours::kMine), kLeast);
  EXPECT_GE(contrast(board_colours::kSafeSign, board_colours::kSafe), kLeast);
}

}  // namespace
}  // namespace sapper::experiments
