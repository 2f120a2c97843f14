// Draws figures with the program gnuplot.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "experiments/figures/figure.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments::figures {

enum class ImageFormat : std::uint8_t { svg, pdf, png };

// The format given by the ending of the file's name. InputError unless it is .svg, .pdf or .png.
ImageFormat format_of(const std::filesystem::path& file);

class GnuplotMissing : public RunError {
 public:
  GnuplotMissing();
};

// The bytes of a file in the format. GnuplotMissing; RunError if gnuplot fails.
std::string render(const Figure& figure, ImageFormat format);

// An <svg> element for a page with several figures: its ids start with `prefix`; it scales with the page, and its title
// is the figure's caption; circles of the class `spots` have the points' values as titles. At its natural size the type is as large as on paper.
struct InlineFigure {
  std::string svg;
  int width_px = 0, height_px = 0;  // natural
  bool has_values = false;          // of points
};
InlineFigure render_inline(const Figure& figure, const std::string& prefix);

// The files from which gnuplot draws a figure, for manual changes: `gnuplot NAME.gp` in their folder writes
// NAME.FORMAT.
struct DataFiles {
  std::string script;  // NAME.gp
  std::string table;   // NAME.dat
};
DataFiles data_files(const Figure& figure, ImageFormat format);

// Converts SVG to PDF and PNG with the program rsvg-convert (Debian: librsvg2-bin).

// The bytes of a file in the format; SVG, whose root element has its width and height in pixels, unchanged. PNG: three
// pixels per SVG pixel, or fewer where a side would be longer than 8,400 pixels. RunError if the program is not
// installed or fails.
std::string convert_svg(std::string_view svg, ImageFormat format);
// A PDF with a page for each of these SVG documents. RunError as above.
std::string pdf_of_pages(std::span<const std::string> pages);
// The name of the format, which is the ending of its files.
std::string_view name_of(ImageFormat format);

}  // namespace sapper::experiments::figures
