#include "experiments/support/terminal_width.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "experiments/support/text.hpp"

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

}  // namespace sapper::experiments
