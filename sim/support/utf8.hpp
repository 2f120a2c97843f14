// UTF-8, as far as needed to read and quote input (Unicode 15, table 3-7).
#pragma once

#include <cstddef>
#include <string_view>

namespace sapper::sim {

// The bytes of the well-formed sequence at the start of `text`; 0 if there is none or `text` is empty.
std::size_t utf8_length(std::string_view text);

// A byte order mark, which some programs write at the beginning of a file. It says nothing: UTF-8 has one byte order.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The text after a byte order mark; all of it if it begins with none.
inline std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

// The code point of a well-formed sequence, all of `sequence`.
char32_t code_point(std::string_view sequence);

}  // namespace sapper::sim
