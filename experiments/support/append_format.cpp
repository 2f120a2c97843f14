#include "experiments/support/append_format.hpp"

#include <fmt/format.h>

#include <iterator>

namespace sapper::experiments {

void append_formatted(std::string& text, fmt::string_view format, fmt::format_args values) {
  fmt::vformat_to(std::back_inserter(text), format, values);
}

}  // namespace sapper::experiments
