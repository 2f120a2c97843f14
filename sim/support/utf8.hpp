// UTF-8, as far as needed to read and quote input (Unicode 15, table 3-7).
#pragma once

#include <cstddef>
#include <string_view>

namespace sapper::sim {

// The bytes of the well-formed sequence at the start of `text`; 0 if there is none or `text` is empty.
std::size_t utf8_length(std::string_view text);

// The code point of a well-formed sequence, all of `sequence`.
char32_t code_point(std::string_view sequence);

}  // namespace sapper::sim
