// The formats of pictures, which the endings of their files name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace sapper::experiments::figures {

enum class ImageFormat : std::uint8_t { svg, pdf, png };

// The format given by the ending of the file's name. InputError unless it is .svg, .pdf or .png.
ImageFormat format_of(const std::filesystem::path& file);

// The name of the format, which is the ending of its files.
std::string_view name_of(ImageFormat format);

}  // namespace sapper::experiments::figures
