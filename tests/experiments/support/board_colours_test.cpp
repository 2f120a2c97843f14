// Text on cells is readable: contrasts by the formula of WCAG 2.1.
#include "experiments/support/board_colours.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sapper::experiments {
namespace {

double luminance(std::string_view colour) {
  const auto channel = [&](std::size_t at) {
    const double value = std::stoi(std::string(colour.substr(at, 2)), nullptr, 16) / 255.0;
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

double contrast(std::string_view a, std::string_view b) {
  const double light = std::max(luminance(a), luminance(b));
  const double dark = std::min(luminance(a), luminance(b));
  return (light + 0.05) / (dark + 0.05);
}

constexpr double kLeast = 4.5;

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
