#include "experiments/support/png_image.hpp"

#include <zlib.h>

#include <new>

#include "sim/support/contracts.hpp"

namespace sapper::experiments {

namespace {

// Writes the most significant byte first.
void append_png_number(std::string& out, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift);
}

// Its checksum covers name and content.
void append_png_chunk(std::string& out, std::string_view name, std::string_view content) {
  append_png_number(out, static_cast<std::uint32_t>(content.size()));
  const std::size_t begin = out.size();
  out += name;
  out += content;
  append_png_number(out, static_cast<std::uint32_t>(::crc32_z(
                             0, reinterpret_cast<const Bytef*>(out.data() + begin), out.size() - begin)));
}

std::string deflated(const std::string& content) {
  uLongf size = ::compressBound(content.size());
  std::string out(size, '\0');
  if (::compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(content.data()),
                 content.size()) != Z_OK)
    throw std::bad_alloc();  // the only reason to fail
  out.resize(size);
  return out;
}

}  // namespace

std::string png_image(std::size_t width, std::size_t height, std::span<const std::uint8_t> pixels,
                      std::span<const std::string> palette) {
  SAPPER_EXPECT(pixels.size() == width * height && palette.size() <= 256);
  std::string out("\x89PNG\r\n\x1A\n", 8);
  std::string header;
  append_png_number(header, static_cast<std::uint32_t>(width));
  append_png_number(header, static_cast<std::uint32_t>(height));
  header += {'\x08', '\x03', '\0', '\0', '\0'};  // 8 bits per pixel, of a palette; not interlaced
  append_png_chunk(out, "IHDR", header);
  std::string colours;
  for (const std::string& colour : palette)
    for (const std::size_t digit : {1U, 3U, 5U})
      colours += static_cast<char>(std::stoi(colour.substr(digit, 2), nullptr, 16));
  append_png_chunk(out, "PLTE", colours);
  std::string rows;
  rows.reserve((width + 1) * height);
  for (std::size_t row = 0; row < height; ++row) {
    rows += '\0';  // no filter
    rows.append(reinterpret_cast<const char*>(pixels.data()) + row * width, width);
  }
  append_png_chunk(out, "IDAT", deflated(rows));
  append_png_chunk(out, "IEND", "");
  return out;
}

}  // namespace sapper::experiments
