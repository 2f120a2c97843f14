// Converts SVG to PDF and PNG with the program rsvg-convert (Debian: librsvg2-bin).
#pragma once

#include <string>
#include <string_view>

#include "experiments/figures/render.hpp"

namespace sapper::experiments::figures {

// The bytes of a file in the format; SVG, whose root element has its width and height in pixels, unchanged. PNG: three
// pixels per SVG pixel, or fewer where a side would be longer than 8,400 pixels. RunError if the program is not
// installed or fails.
std::string convert_svg(std::string_view svg, Format format);

}  // namespace sapper::experiments::figures
