#include "experiments/figures/gnuplot_script.hpp"

#include <memory>

#include "experiments/figures/lines_writer.hpp"
#include "experiments/figures/maps_writer.hpp"
#include "experiments/figures/rows_writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
namespace {

std::unique_ptr<ScriptWriter> writer_of(const Figure& figure, std::string_view source, double type_scale) {
  switch (figure.look) {
    case Look::lines:
    case Look::points:
    case Look::steps:
      break;
    case Look::intervals:
    case Look::stacked:
      return std::make_unique<RowsWriter>(figure, source, type_scale);
    case Look::heat_map:
      return std::make_unique<MapsWriter>(figure, source, type_scale);
  }
  return std::make_unique<LinesWriter>(figure, source, type_scale);
}

}  // namespace

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
  return writer_of(figure, source, type_scale)->write();
}

}  // namespace sapper::experiments::figures
