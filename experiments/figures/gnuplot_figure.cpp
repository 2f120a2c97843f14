#include "experiments/figures/gnuplot_figure.hpp"

#include "experiments/figures/script_writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {

// Double quotes: gnuplot 5.4 reads single-quoted text that begins with an apostrophe as empty.
std::string gnuplot_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : printable(text, 120)) {
    if (letter == '`') {
      quoted += "\\140";  // gnuplot runs text between backquotes before processing escapes
      continue;
    }
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

GnuplotFigure write_gnuplot(const Figure& figure, std::string_view source, double type_scale) {
  auto* const write = has_rows(figure)                     ? write_rows
                      : figure.look == PlotStyle::heat_map ? write_maps
                                                           : write_lines;
  return write(figure, source, type_scale);
}

}  // namespace sapper::experiments::figures
