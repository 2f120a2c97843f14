// Text on cells is readable.
#include "experiments/support/png_image.hpp"
#include "tests/support/contrast.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using tests::contrast;

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
