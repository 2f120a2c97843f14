#include "experiments/support/terminal_width.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "sim/support/input_text.hpp"

namespace sapper::experiments {

std::size_t terminal_width(int descriptor) {
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::size_t text_width() {
  constexpr std::size_t kWidest = 10'000;
  if (const char* const columns = std::getenv("COLUMNS"))
    if (const auto width = sim::parse_whole_number(columns, kWidest); width && *width > 0) return *width;
  return terminal_width(STDOUT_FILENO);
}

}  // namespace sapper::experiments
