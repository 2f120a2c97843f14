// A board as a picture in the colours of P(mine), for boards that are too large for numbers.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "experiments/analysis/heat_map.hpp"
#include "sim/minesweeper/view.hpp"

namespace sapper::experiments::minesweeper {

// A PNG with cells of the size in pixels, so that nothing needs to scale it, which would blur it. Shifted rows begin half
// a cell, whose width must then be even, further right. p_mine and certainty: [cell].
struct PixelSize {
  std::size_t width, height;
};
std::string heat_map_png(const sim::View& view, std::span<const double> p_mine,
                         std::span<const Certainty> certainty, PixelSize size);

}  // namespace sapper::experiments::minesweeper
