#include "experiments/figures/svg_conversion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <system_error>
#include <vector>

#include "experiments/support/errors.hpp"
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

std::string run_converter(const std::vector<std::string>& words, std::string_view input) {
  const auto output = run_program(words, input);
  if (!output)
    throw RunError(
        "rsvg-convert, which writes .pdf and .png, is not installed; on Debian: apt-get install "
        "librsvg2-bin");
  if (output->status != 0 || output->out.empty()) throw program_failed("rsvg-convert", *output);
  return output->out;
}

// --unlimited: pictures within may be long.
std::vector<std::string> converter(std::initializer_list<std::string> options) {
  std::vector<std::string> words{"rsvg-convert", "--unlimited", "--background-color", "#ffffff"};
  words.insert(words.end(), options);
  return words;
}

// A folder that is removed with what is in it.
class PassingFolder {
 public:
  PassingFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "sapper-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw RunError(fmt::format("{}: no folder can be made there: {}", name, std::strerror(errno)));
    path_ = name;
  }
  ~PassingFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  PassingFolder(const PassingFolder&) = delete;
  PassingFolder& operator=(const PassingFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

std::string convert_svg(std::string_view svg, ImageFormat format) {
  if (format == ImageFormat::svg) return std::string(svg);
  return run_converter(format == ImageFormat::pdf
                           ? converter({"--format", "pdf"})
                           : converter({"--format", "png", "--zoom", fmt::format("{}", zoom_of(svg))}),
                       svg);
}

// The converter reads one document from its standard input, several from files alone.
std::string pdf_of_pages(std::span<const std::string> pages) {
  const PassingFolder folder;
  std::vector<std::string> words = converter({"--format", "pdf"});
  for (const std::string& page : pages) {
    words.push_back((folder.path() / fmt::format("{}.svg", words.size())).string());
    std::ofstream file(words.back(), std::ios::binary);
    if (!(file << page).flush()) throw RunError(fmt::format("{}: cannot be written", words.back()));
  }
  return run_converter(words, {});
}

}  // namespace sapper::experiments::figures
