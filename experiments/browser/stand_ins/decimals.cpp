// The decimal form of doubles, in place of libc++'s, whose tables are a sixth of the module.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

// The shortest form that reads back as the value: plain, or scientific where that is shorter.
std::to_chars_result std::to_chars(char* first, char* /*last*/, double value) {
  std::string text = std::signbit(value) ? "-" : "";
  const double size = std::fabs(value);
  if (size == 0) {
    text += '0';
  } else {
    const auto decimal = fmt::detail::dragonbox::to_decimal(size);
    std::string digits = fmt::format("{}", decimal.significand);
    const int exponent = decimal.exponent + static_cast<int>(digits.size()) - 1;
    const std::string plain =
        decimal.exponent >= 0 ? digits + std::string(static_cast<std::size_t>(decimal.exponent), '0')
        : exponent >= 0       ? std::string(digits).insert(static_cast<std::size_t>(exponent) + 1, ".")
                              : "0." + std::string(static_cast<std::size_t>(-exponent) - 1, '0') + digits;
    if (digits.size() > 1) digits.insert(1, ".");
    const std::string scientific =
        fmt::format("{}e{}{:02}", digits, exponent < 0 ? '-' : '+', std::abs(exponent));
    text += scientific.size() < plain.size() ? scientific : plain;
  }
  return {std::copy(text.begin(), text.end(), first), std::errc()};
}

// chars_format::general, as printf's %g.
std::to_chars_result std::to_chars(char* first, char* last, double value, std::chars_format /*format*/,
                                   int precision) {
  const int length = std::snprintf(first, static_cast<std::size_t>(last - first), "%.*g", precision, value);
  return {first + length, std::errc()};
}
