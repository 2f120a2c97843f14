// Draws figures with the program gnuplot.
#pragma once

#include <string>

#include "experiments/figures/figure.hpp"
#include "experiments/figures/image_format.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments::figures {

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

}  // namespace sapper::experiments::figures
