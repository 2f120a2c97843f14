#include "experiments/support/base64.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sapper::experiments {

namespace {

constexpr std::string_view kBase64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t i = at; i < at + 3; ++i)
      group = group << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    const std::size_t digits = std::min<std::size_t>(bytes.size() - at, 3) + 1;
    for (std::size_t i = 0; i < 4; ++i) out += i < digits ? kBase64Digits[group >> (18 - 6 * i) & 63] : '=';
  }
  return out;
}

std::optional<std::string> bytes_of_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t at = 0; at < text.size(); at += 4) {
    const std::string_view four = text.substr(at, 4);
    std::size_t digits = 4;
    while (digits > 2 && at + 4 == text.size() && four[digits - 1] == '=') --digits;
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t digit = i < digits ? kBase64Digits.find(four[i]) : 0;
      if (digit == std::string_view::npos) return std::nullopt;
      group = group << 6 | static_cast<std::uint32_t>(digit);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      const auto byte = static_cast<unsigned char>(group >> (16 - 8 * i) & 255);
      if (i + 1 < digits)
        bytes += static_cast<char>(byte);
      else if (byte != 0)
        return std::nullopt;  // bits beyond the last byte
    }
  }
  return bytes;
}

}  // namespace sapper::experiments
