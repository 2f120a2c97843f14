#include "experiments/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

#include "experiments/support/append_format.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments {

std::string with_commas(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string count_text(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", with_commas(count), thing, count == 1 ? "" : "s");
}

std::string as_duration(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::round(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  if (whole < 48 * 3600) return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
  return fmt::format("{} days {} h", whole / 86400, whole / 3600 % 24);
}

std::string as_time(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
  return seconds < 1 ? fmt::format("{:.1f} ms", seconds * 1e3) : fmt::format("{:.2f} s", seconds);
}

namespace {

struct Letter {
  std::size_t bytes = 1;
  std::size_t columns = 1;
};

// East Asian scripts and emoji take two columns of a terminal (Unicode Standard Annex 11), combining marks none.
std::size_t columns_of(char32_t letter) {
  struct Range {
    char32_t first, last;
  };
  constexpr std::array kNone{Range{0x300, 0x36F}, Range{0x200B, 0x200F}, Range{0x20D0, 0x20FF},
                             Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}};
  constexpr std::array kTwo{Range{0x1100, 0x115F}, Range{0x274C, 0x274C},   Range{0x2B1B, 0x2B1C},
                            Range{0x2E80, 0x303E}, Range{0x3041, 0xA4CF},   Range{0xAC00, 0xD7A3},
                            Range{0xF900, 0xFAFF}, Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},
                            Range{0xFFE0, 0xFFE6}, Range{0x1F300, 0x1FAFF}, Range{0x20000, 0x3FFFD}};
  const auto holds = [letter](const Range& range) { return letter >= range.first && letter <= range.last; };
  if (std::ranges::any_of(kNone, holds)) return 0;
  return std::ranges::any_of(kTwo, holds) ? 2 : 1;
}

// The letter that the text begins with. Bytes that are not UTF-8 take a column, those that continue a letter none.
Letter first_letter(std::string_view text) {
  const std::size_t bytes = sim::utf8_length(text);
  if (bytes == 0) return {1, (static_cast<unsigned char>(text.front()) & 0xC0U) == 0x80 ? 0U : 1U};
  return {bytes, columns_of(sim::code_point(text.substr(0, bytes)))};
}

// The columns of the letters with which the text begins and that fit in `width` columns, and their bytes.
Letter fitting(std::string_view text, std::size_t width) {
  Letter sum{0, 0};
  while (sum.bytes < text.size()) {
    const Letter letter = first_letter(text.substr(sum.bytes));
    if (sum.columns + letter.columns > width) break;
    sum.columns += letter.columns;
    sum.bytes += letter.bytes;
  }
  return sum;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return fitting(text, std::numeric_limits<std::size_t>::max()).columns;
}

std::string fit(std::string_view text, std::size_t width) {
  return std::string(text.substr(0, fitting(text, width).bytes));
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  const auto new_line = [&] {
    out += '\n';
    out.append(indent, ' ');
    column = indent;
  };
  const std::vector<std::string_view> lines = split(text, "\n");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    if (i > 0) new_line();
    if (line.starts_with(' ')) {
      out += line;
      continue;
    }
    while (!line.empty()) {
      const std::string_view word = take_until(line, ' ');
      const std::size_t word_width = display_width(word);
      if (column > indent && column + 1 + word_width > width) new_line();
      if (column > indent) {
        out += ' ';
        ++column;
      }
      out += word;
      column += word_width;
    }
  }
  return out;
}

std::string first_lines(std::size_t count, std::string_view things,
                        const std::function<std::string(std::size_t)>& line) {
  constexpr std::size_t kMost = 50;
  std::string text;
  for (std::size_t i = 0; i < std::min(count, kMost); ++i) text += line(i);
  if (count > kMost) text += fmt::format("  ... and {} more {}\n", with_commas(count - kMost), things);
  return text;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return lower;
}

namespace {

constexpr std::string_view kPlain =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-+:=,@%";

// For text that cannot be shown or pasted directly: printf(1) produces the bytes from octal numbers, in every POSIX
// shell. Command substitution strips trailing line feeds, so those follow literally.
std::string shell_encoded(std::string_view word) {
  const std::size_t end = word.find_last_not_of('\n') + 1;  // npos + 1 is 0
  std::string quoted = "\"$(printf '";
  for (const char letter : word.substr(0, end)) {
    if (kPlain.find(letter) != std::string_view::npos && letter != '%' && letter != '-')
      quoted += letter;
    else
      quoted += fmt::format("\\{:03o}", static_cast<unsigned char>(letter));
  }
  quoted += "')\"";
  if (end < word.size()) quoted += fmt::format("'{}'", word.substr(end));
  return quoted;
}

}  // namespace

std::string shell_quoted(std::string_view word) {
  if (printable(word, std::numeric_limits<std::size_t>::max()) != word) return shell_encoded(word);
  return single_quoted(word);
}

std::string single_quoted(std::string_view word) {
  // In zsh a word after `=` expands to a command's path.
  if (!word.empty() && word.front() != '=' && word.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(word);
  std::string quoted = "'";
  for (const char letter : word) {
    if (letter == '\'')
      quoted += "'\\''";
    else
      quoted += letter;
  }
  return quoted + "'";
}

std::string shell_quoted_file(std::string_view name) {
  const bool is_like_option = name.size() > 1 && name.front() == '-';
  return shell_quoted(is_like_option ? fmt::format("./{}", name) : std::string(name));
}

namespace {

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<std::uint64_t> whole_value(std::string_view decimal) {
  constexpr std::int64_t kMostDigits = 20;  // of 2^64-1
  const std::size_t e = std::min(decimal.find_first_of("eE"), decimal.size());
  std::string_view decimals = decimal.substr(0, e);
  const bool has_point = decimals.find('.') != std::string_view::npos;
  std::string digits(take_until(decimals, '.'));
  if (!is_digits(digits) || (has_point && !is_digits(decimals))) return std::nullopt;
  digits += decimals;

  std::string_view exponent_text = e < decimal.size() ? decimal.substr(e + 1) : "0";
  const bool is_negative = exponent_text.starts_with('-');
  if (is_negative || exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
  if (!is_digits(exponent_text)) return std::nullopt;
  if (digits.find_first_not_of('0') == std::string::npos) return 0;
  const auto exponent = parse_number<std::int32_t>(exponent_text);
  if (!exponent) return std::nullopt;

  // The number is that of its digits times ten to the power of `shift`.
  const auto zeros = static_cast<std::int64_t>(digits.size() - 1 - digits.find_last_not_of('0'));
  digits.resize(digits.size() - static_cast<std::size_t>(zeros));
  const std::int64_t shift = (is_negative ? -std::int64_t{*exponent} : *exponent) + zeros -
                             static_cast<std::int64_t>(decimals.size());
  if (shift < 0 || shift > kMostDigits) return std::nullopt;
  digits.append(static_cast<std::size_t>(shift), '0');
  return parse_number<std::uint64_t>(digits);
}

std::optional<std::int64_t> signed_whole_value(std::string_view decimal) {
  const bool is_negative = decimal.starts_with('-');
  if (is_negative) decimal.remove_prefix(1);
  const auto value = whole_value(decimal);
  if (!value || *value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return std::nullopt;
  const auto magnitude = static_cast<std::int64_t>(*value);
  return is_negative ? -magnitude : magnitude;
}

void append_formatted(std::string& text, fmt::string_view format, fmt::format_args values) {
  fmt::vformat_to(std::back_inserter(text), format, values);
}

}  // namespace sapper::experiments
