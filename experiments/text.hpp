// Small things about text for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sapper::experiments {

std::string with_commas(std::uint64_t number);              // 1,234,567
std::string as_duration(double seconds);                    // 0.4 s, 12 s, 3 min 20 s, 2 h 5 min
std::size_t display_width(std::string_view text);           // columns, one a code point
std::string fit(std::string_view text, std::size_t width);  // the first code points of it, at most `width`
std::string shell_quoted(std::string_view word);            // as one word of a shell's command line

}  // namespace sapper::experiments
