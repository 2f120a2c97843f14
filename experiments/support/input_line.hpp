// Lines of bounded length from standard input.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>

namespace sapper::experiments {

inline constexpr std::size_t kLongestInputLine = 1 << 16;  // bytes

// The next line without its line break; nullopt at the end of the input. InputError for a line of more than
// kLongestInputLine bytes, without reading the rest, as it may never end.
std::optional<std::string> read_input_line(std::istream& in);

}  // namespace sapper::experiments
