#include "experiments/figures/convert_svg.hpp"

#include <fmt/format.h>

#include <vector>

#include "experiments/support/run_program.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {

std::string convert_svg(std::string_view svg, Format format) {
  if (format == Format::svg) return std::string(svg);
  std::vector<std::string> words{"rsvg-convert", "--background-color", "#ffffff"};
  if (format == Format::pdf)
    words.insert(words.end(), {"--format", "pdf"});
  else
    words.insert(words.end(), {"--format", "png", "--zoom", "3"});
  const auto output = run_program(words, svg);
  if (!output)
    throw RunError(
        "rsvg-convert, which writes .pdf and .png, is not installed; on Debian: apt-get install "
        "librsvg2-bin");
  if (output->status != 0 || output->out.empty())
    throw RunError(
        fmt::format("rsvg-convert failed with status {}: {}", output->status, printable(output->err, 300)));
  return output->out;
}

}  // namespace sapper::experiments::figures
