#include "experiments/support/locale.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

#include "experiments/support/text.hpp"

namespace sapper::experiments {

bool is_utf8_locale() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string locale = lower_case(value);
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

std::string_view plus_minus() { return is_utf8_locale() ? "±" : "+-"; }

}  // namespace sapper::experiments
