#include "experiments/support/escapes.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace sapper::experiments {

bool takes_escapes(int descriptor) {
  const char* const value = std::getenv("TERM");
  const std::string_view kind = value == nullptr ? "" : value;
  return !kind.empty() && kind != "dumb" && ::isatty(descriptor) == 1;
}

}  // namespace sapper::experiments
