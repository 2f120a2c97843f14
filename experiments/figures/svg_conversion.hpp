// Converts SVG to PDF and PNG with the program rsvg-convert (Debian: librsvg2-bin).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "experiments/figures/image_format.hpp"

namespace sapper::experiments::figures {

// The bytes of a file in the format; SVG, whose root element has its width and height in pixels, unchanged. PNG: three
// pixels per SVG pixel, or fewer where a side would be longer than 8,400 pixels. RunError if the program is not
// installed or fails.
std::string convert_svg(std::string_view svg, ImageFormat format);
// A PDF with a page for each of these SVG documents. RunError as above.
std::string pdf_of_pages(std::span<const std::string> pages);

}  // namespace sapper::experiments::figures
