#include "experiments/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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

std::string counted(std::uint64_t count, std::string_view thing) {
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
  constexpr std::array<Range, 5> kNone{
      {{0x300, 0x36F}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}}};
  constexpr std::array<Range, 12> kTwo{{{0x1100, 0x115F},
                                        {0x274C, 0x274C},
                                        {0x2B1B, 0x2B1C},
                                        {0x2E80, 0x303E},
                                        {0x3041, 0xA4CF},
                                        {0xAC00, 0xD7A3},
                                        {0xF900, 0xFAFF},
                                        {0xFE30, 0xFE6F},
                                        {0xFF00, 0xFF60},
                                        {0xFFE0, 0xFFE6},
                                        {0x1F300, 0x1FAFF},
                                        {0x20000, 0x3FFFD}}};
  const auto holds = [letter](const Range& range) { return letter >= range.first && letter <= range.last; };
  if (std::ranges::any_of(kNone, holds)) return 0;
  return std::ranges::any_of(kTwo, holds) ? 2 : 1;
}

// The letter that begins there. Bytes that continue none take no column.
Letter letter_at(std::string_view text, std::size_t begin) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto continues = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0) == 0x80; };
  if (byte(begin) < 0x80) return {};
  if (continues(begin)) return {1, 0};
  const std::size_t bytes = byte(begin) >= 0xF0 ? 4 : byte(begin) >= 0xE0 ? 3 : 2;
  char32_t letter = byte(begin) & (0xFFU >> (bytes + 1));
  for (std::size_t i = begin + 1; i < begin + bytes; ++i) {
    if (!continues(i)) return {i - begin, 1};
    letter = (letter << 6) | (byte(i) & 0x3FU);
  }
  return {bytes, columns_of(letter)};
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Letter letter = letter_at(text, i);
    width += letter.columns;
    i += letter.bytes;
  }
  return width;
}

std::string fit(std::string_view text, std::size_t width) {
  std::size_t used = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Letter letter = letter_at(text, i);
    used += letter.columns;
    if (used > width) return std::string(text.substr(0, i));
    i += letter.bytes;
  }
  return std::string(text);
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  const auto new_line = [&] {
    out += '\n';
    out.append(indent, ' ');
    column = indent;
  };
  for (std::size_t line_begin = 0; line_begin <= text.size();) {
    const std::size_t line_end = std::min(text.find('\n', line_begin), text.size());
    const std::string_view line = text.substr(line_begin, line_end - line_begin);
    if (line_begin > 0) new_line();
    line_begin = line_end + 1;
    if (line.starts_with(' ')) {
      out += line;
      continue;
    }
    for (std::size_t begin = 0; begin < line.size();) {
      const std::size_t end = std::min(line.find(' ', begin), line.size());
      const std::string_view word = line.substr(begin, end - begin);
      const std::size_t word_width = display_width(word);
      begin = end + 1;
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

}  // namespace sapper::experiments
