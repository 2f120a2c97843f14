#include "experiments/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
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

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (const char letter : text) width += (static_cast<unsigned char>(letter) & 0xC0) != 0x80;
  return width;
}

std::string fit(std::string_view text, std::size_t width) {
  std::size_t used = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80 && used++ == width)
      return std::string(text.substr(0, i));
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
