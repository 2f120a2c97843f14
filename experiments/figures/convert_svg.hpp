// Pictures in other formats: SVG to PDF and PNG by rsvg-convert, a program of its own (Debian: librsvg2-bin).
#pragma once

#include <string>
#include <string_view>

#include "experiments/figures/render.hpp"

namespace sapper::experiments::figures {

// The bytes of a file in the format; SVG as it is. PNG: three pixels for one of the SVG's. RunError if the program is not
// installed or fails.
std::string convert_svg(std::string_view svg, Format format);

}  // namespace sapper::experiments::figures
