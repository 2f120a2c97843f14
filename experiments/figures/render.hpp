// Figures drawn by gnuplot, a program of its own.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "experiments/figures/figure.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments::figures {

enum class Format : std::uint8_t { svg, pdf, png };

// By the ending of the file's name. InputError if it is none of .svg, .pdf and .png.
Format format_of(const std::filesystem::path& file);

class GnuplotMissing : public RunError {
 public:
  GnuplotMissing();
};

// The bytes of a file in the format. GnuplotMissing; RunError if gnuplot fails.
std::string render(const Figure& figure, Format format);

// An <svg> element for a page that holds others: its ids begin with `prefix`; it scales with the page and is titled by
// the figure's caption. In its natural size type is as large as on paper.
struct InlineFigure {
  std::string svg;
  int width_px = 0, height_px = 0;  // natural
};
InlineFigure render_inline(const Figure& figure, std::string_view prefix);

// What gnuplot draws a figure from, for people to change: `gnuplot NAME.gp` in their folder writes NAME.FORMAT.
struct DataFiles {
  std::string script;  // NAME.gp
  std::string table;   // NAME.dat
};
DataFiles data_files(const Figure& figure, Format format);

}  // namespace sapper::experiments::figures
