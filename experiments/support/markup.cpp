#include "experiments/support/markup.hpp"

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

}  // namespace sapper::experiments
