#include "experiments/figures/convert_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "experiments/support/run_program.hpp"

namespace sapper::experiments::figures {

namespace {

constexpr double kZoom = 3;
// The sides of a PNG are limited: at this length rsvg-convert takes some 300 MB, and it draws no more than 32,767.
constexpr double kLongestSide = 8400;

// The value of an attribute of the root element; its first place must be there.
double attribute(std::string_view svg, std::string_view name) {
  const std::string_view root = svg.substr(svg.find("<svg"));
  const std::string begin = fmt::format(" {}=\"", name);
  return std::strtod(std::string(root.substr(root.find(begin) + begin.size(), 20)).c_str(), nullptr);
}

// kZoom, or less where the picture would be too large; in steps, so that edges stay sharp.
double zoom_of(std::string_view svg) {
  constexpr double kStep = 0.25;
  const double longest = std::max(attribute(svg, "width"), attribute(svg, "height"));
  return std::min(kZoom, std::max(kStep, std::floor(kLongestSide / longest / kStep) * kStep));
}

}  // namespace

std::string convert_svg(std::string_view svg, Format format) {
  if (format == Format::svg) return std::string(svg);
  // --unlimited: pictures within may be long.
  std::vector<std::string> words{"rsvg-convert", "--unlimited", "--background-color", "#ffffff"};
  if (format == Format::pdf)
    words.insert(words.end(), {"--format", "pdf"});
  else
    words.insert(words.end(), {"--format", "png", "--zoom", fmt::format("{}", zoom_of(svg))});
  const auto output = run_program(words, svg);
  if (!output)
    throw RunError(
        "rsvg-convert, which writes .pdf and .png, is not installed; on Debian: apt-get install "
        "librsvg2-bin");
  if (output->status != 0 || output->out.empty()) throw program_failed("rsvg-convert", *output);
  return output->out;
}

}  // namespace sapper::experiments::figures
