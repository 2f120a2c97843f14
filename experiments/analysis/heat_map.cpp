#include "experiments/analysis/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "experiments/support/png_image.hpp"
#include "sim/support/contracts.hpp"

namespace sapper::experiments::minesweeper {

namespace {

// Backgrounds from low risk to almost certainly a mine: colours of the 256-colour palette.
constexpr std::array<int, 8> kHeat{22, 28, 64, 100, 136, 130, 124, 88};
// For the digits 1 to 8: shades that are readable on dark and light backgrounds (256-colour palette).
constexpr std::array<int, 8> kDigitColours{33, 34, 160, 63, 130, 37, 133, 102};
constexpr std::string_view kSafeColour = "\x1b[1;30;48;5;83m";
constexpr std::string_view kMineColour = "\x1b[1;97;48;5;160m";

}  // namespace

std::vector<Certainty> certainty_of(const solvers::Analysis& analysis) {
  std::vector<Certainty> certainty(analysis.p_mine.size(), Certainty::none);
  for (const sim::Cell cell : analysis.safe) certainty[cell] = Certainty::safe;
  for (const sim::Cell cell : analysis.mine) certainty[cell] = Certainty::mine;
  return certainty;
}

std::string risk_text(Certainty certainty, double p_mine) {
  if (certainty == Certainty::safe) return "o";
  if (certainty == Certainty::mine) return "*";
  if (p_mine < 0.005) return "<1%";
  if (p_mine > 0.995) return ">99";
  return fmt::format("{:.0f}%", 100 * p_mine);
}

std::string in_two_characters(std::string risk) {
  if (risk.back() == '%') risk.pop_back();
  if (risk == ">99") return "99";
  return risk.size() == 1 && risk.front() >= '0' && risk.front() <= '9' ? '0' + risk : risk;
}

std::string risk_colour(Certainty certainty, double p_mine) {
  if (certainty == Certainty::safe) return std::string(kSafeColour);
  if (certainty == Certainty::mine) return std::string(kMineColour);
  const auto steps = static_cast<double>(kHeat.size());
  const auto step = static_cast<std::size_t>(std::clamp(p_mine * steps, 0.0, steps - 1));
  return fmt::format("\x1b[97;48;5;{}m", kHeat[step]);
}

std::string number_colour(int number) {
  return fmt::format("\x1b[1;38;5;{}m", kDigitColours[static_cast<std::size_t>(number) - 1]);
}

namespace {

// Indices of colours; steps of the risk follow.
constexpr std::uint8_t kOutsideIndex = 0, kShownIndex = 1, kSafeIndex = 2, kMineIndex = 3, kFirstRisk = 4;
constexpr int kRiskSteps = 251;  // from 0 to 1

std::vector<std::string> heat_map_palette() {
  std::vector<std::string> colours{"#FFFFFF", std::string(board_colours::kShown),
                                   std::string(board_colours::kSafe), std::string(board_colours::kMine)};
  for (int step = 0; step <= kRiskSteps; ++step)
    colours.push_back(board_colours::risk_background(static_cast<double>(step) / kRiskSteps));
  return colours;
}

std::uint8_t risk_index(double p_mine) {
  return static_cast<std::uint8_t>(kFirstRisk + std::lround(std::clamp(p_mine, 0.0, 1.0) * kRiskSteps));
}

}  // namespace

std::string heat_map_png(const sim::View& view, std::span<const double> p_mine,
                         std::span<const Certainty> certainty, PixelSize size) {
  const sim::Grid& grid = view.grid();
  const bool has_shifted_rows = grid.has_shifted_rows();
  SAPPER_EXPECT(!has_shifted_rows || size.width % 2 == 0);
  const std::size_t width =
      static_cast<std::size_t>(grid.cols()) * size.width + (has_shifted_rows ? size.width / 2 : 0);
  std::vector<std::uint8_t> pixels, line(width);
  pixels.reserve(width * static_cast<std::size_t>(grid.rows()) * size.height);
  for (int row = 0; row < grid.rows(); ++row) {
    std::fill(line.begin(), line.end(), kOutsideIndex);
    auto place = line.begin();
    if (has_shifted_rows && row % 2 == 1) place += static_cast<std::ptrdiff_t>(size.width / 2);
    for (int col = 0; col < grid.cols(); ++col) {
      const sim::Cell cell = grid.at(row, col);
      const std::uint8_t index = view.is_shown(cell)                  ? kShownIndex
                                 : certainty[cell] == Certainty::safe ? kSafeIndex
                                 : certainty[cell] == Certainty::mine ? kMineIndex
                                                                      : risk_index(p_mine[cell]);
      place = std::fill_n(place, size.width, index);
    }
    for (std::size_t i = 0; i < size.height; ++i) pixels.insert(pixels.end(), line.begin(), line.end());
  }
  return png_image(width, static_cast<std::size_t>(grid.rows()) * size.height, pixels, heat_map_palette());
}

}  // namespace sapper::experiments::minesweeper
