// Pictures of at most 256 colours as PNG (RFC 2083), and their text in SVG.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sapper::experiments {

// pixels: [height * width], row by row from the top, indices of the palette. palette: up to 256 colours, as "#RRGGBB".
std::string png_image(std::size_t width, std::size_t height, std::span<const std::uint8_t> pixels,
                      std::span<const std::string> palette);

}  // namespace sapper::experiments

namespace sapper::experiments::board_colours {}  // namespace sapper::experiments::board_colours
