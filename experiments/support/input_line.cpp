#include "experiments/support/input_line.hpp"

#include <fmt/format.h>

#include <istream>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_error.hpp"

namespace sapper::experiments {

std::optional<std::string> read_input_line(std::istream& in) {
  using Traits = std::istream::traits_type;
  std::string line;
  for (;;) {
    const Traits::int_type read = in.get();
    if (Traits::eq_int_type(read, Traits::eof())) {
      if (line.empty()) return std::nullopt;
      return line;
    }
    const char letter = Traits::to_char_type(read);
    if (letter == '\n') return line;
    if (line.size() == kLongestInputLine)
      throw InputError::in_file("standard input",
                                fmt::format("has a line of more than {} bytes; no command is that long",
                                            with_commas(kLongestInputLine)));
    line += letter;
  }
}

}  // namespace sapper::experiments
