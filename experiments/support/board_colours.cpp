#include "experiments/support/board_colours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sapper::experiments::board_colours {

std::string risk_background(double p_mine) {
  const double place = std::clamp(p_mine, 0.0, 1.0) * static_cast<double>(kRiskStops.size() - 1);
  const auto first = std::min(static_cast<std::size_t>(place), kRiskStops.size() - 2);
  const double share = place - static_cast<double>(first);
  std::string colour = "#";
  for (std::size_t i = 0; i < 3; ++i)
    colour += fmt::format("{:02X}", std::lround(kRiskStops[first][i] +
                                                (kRiskStops[first + 1][i] - kRiskStops[first][i]) * share));
  return colour;
}

}  // namespace sapper::experiments::board_colours
