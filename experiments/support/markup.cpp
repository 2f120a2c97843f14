#include "experiments/support/markup.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "experiments/support/text.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments {

std::string escaped(std::string_view text) {
  constexpr std::string_view kMarks = "&<>\"'";
  constexpr std::array<std::string_view, kMarks.size()> kEntities{"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  std::string markup;
  for (const char letter : printable(text, std::numeric_limits<std::size_t>::max())) {
    if (const std::size_t mark = kMarks.find(letter); mark != std::string_view::npos)
      markup += kEntities[mark];
    else
      markup += letter;
  }
  return markup;
}

std::string latex_escaped(std::string_view text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (const std::string_view rest = text.substr(i); rest.starts_with("×") || rest.starts_with("±")) {
      escaped += rest.starts_with("×") ? "$\\times$" : "$\\pm$";
      ++i;
    } else if (letter == '\\') {
      escaped += "\\textbackslash{}";
    } else if (letter == '~') {
      escaped += "\\textasciitilde{}";
    } else if (letter == '^') {
      escaped += "\\textasciicircum{}";
    } else if (letter == '<') {
      escaped += "\\textless{}";
    } else if (letter == '>') {
      escaped += "\\textgreater{}";
    } else {
      if (std::string_view("&%$#_{}").find(letter) != std::string_view::npos) escaped += '\\';
      escaped += letter;
    }
  }
  return escaped;
}

std::string csv_field(std::string_view text) {
  std::string field(text);
  if (!field.empty() && std::string_view("=+-@'\t\r").find(field.front()) != std::string_view::npos)
    field.insert(0, 1, '\'');
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char letter : field) quoted.append(letter == '"' ? 2 : 1, letter);
  return quoted + '"';
}

namespace {

constexpr std::size_t kLongest = 100;

// MS-DOS devices: their names are not those of files on Windows, whatever follows the first dot.
bool is_device(std::string_view name) {
  constexpr std::array<std::string_view, 4> kDevices{"con", "prn", "aux", "nul"};
  const std::string stem = lower_case(name.substr(0, name.find('.')));
  if (std::find(kDevices.begin(), kDevices.end(), stem) != kDevices.end()) return true;
  return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && stem.back() >= '0' &&
         stem.back() <= '9';
}

// Cuts a long name between characters, before its ending.
std::string shortened(const std::string& name) {
  if (name.size() <= kLongest) return name;
  const std::size_t dot = name.rfind('.');
  const std::string ending = dot != std::string::npos && name.size() - dot <= 20 ? name.substr(dot) : "";
  std::size_t length = kLongest - ending.size();
  while (length > 0 && (static_cast<unsigned char>(name[length]) & 0xC0) == 0x80) --length;
  return name.substr(0, length) + ending;
}

}  // namespace

std::string portable_name(std::string_view name) {
  constexpr std::string_view kForbidden = "/\\<>:\"|?*";
  std::string portable;
  while (!name.empty()) {
    const std::size_t length = std::max<std::size_t>(sim::utf8_length(name), 1);
    const std::string_view character = name.substr(0, length);
    const bool is_kept = printable(character, 2 * kLongest) == character &&
                         kForbidden.find(character) == std::string_view::npos;
    portable += is_kept ? character : "_";
    name.remove_prefix(length);
  }
  portable = shortened(portable);
  if (portable.empty() || portable.front() == '.' || portable.front() == '-' || is_device(portable))
    portable.insert(0, 1, '_');
  if (portable.back() == '.' || portable.back() == ' ') portable.back() = '_';
  return portable;
}

}  // namespace sapper::experiments
