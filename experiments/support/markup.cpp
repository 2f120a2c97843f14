#include "experiments/support/markup.hpp"

#include <cstddef>
#include <limits>

#include "experiments/support/text.hpp"

namespace sapper::experiments {

std::string escaped(std::string_view text) {
  std::string markup;
  for (const char letter : printable(text, std::numeric_limits<std::size_t>::max())) {
    switch (letter) {
      case '&':
        markup += "&amp;";
        break;
      case '<':
        markup += "&lt;";
        break;
      case '>':
        markup += "&gt;";
        break;
      case '"':
        markup += "&quot;";
        break;
      case '\'':
        markup += "&#39;";
        break;
      default:
        markup += letter;
    }
  }
  return markup;
}

}  // namespace sapper::experiments
