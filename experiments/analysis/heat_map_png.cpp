#include "experiments/analysis/heat_map_png.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "experiments/support/board_colours.hpp"
#include "experiments/support/png_image.hpp"
#include "sim/support/contracts.hpp"

namespace sapper::experiments::minesweeper {
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
