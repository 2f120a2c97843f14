#include "experiments/support/terminal_width.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {

TerminalSize terminal_size(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return {};
  return {size.ws_col, size.ws_row};
}

std::size_t terminal_width(int descriptor) { return terminal_size(descriptor).columns; }

std::size_t text_width() {
  constexpr std::size_t kWidest = 10'000;
  if (const char* const columns = std::getenv("COLUMNS"))
    if (const auto width = sim::parse_whole_number(columns, kWidest); width && *width > 0) return *width;
  return terminal_width(STDOUT_FILENO);
}

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

bool takes_escapes(int descriptor) {
  const char* const value = std::getenv("TERM");
  const std::string_view kind = value == nullptr ? "" : value;
  return !kind.empty() && kind != "dumb" && ::isatty(descriptor) == 1;
}

}  // namespace sapper::experiments
