#include "experiments/figures/image_format.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {

namespace {

constexpr std::array<std::string_view, 3> kFormatNames{"svg", "pdf", "png"};

}  // namespace

ImageFormat format_of(const std::filesystem::path& file) {
  const std::string ending = lower_case(file.extension().string());
  for (std::size_t i = 0; i < kFormatNames.size(); ++i)
    if (ending == fmt::format(".{}", kFormatNames[i])) return static_cast<ImageFormat>(i);
  throw InputError::in_file(file.string(), "expected a name that ends in .svg, .pdf or .png");
}

std::string_view name_of(ImageFormat format) { return kFormatNames[static_cast<std::size_t>(format)]; }

}  // namespace sapper::experiments::figures
