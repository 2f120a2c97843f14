// UTF-8, as far as it is needed to read and quote input (Unicode 15, table 3-7).
#pragma once

#include <cstddef>
#include <string>
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

inline constexpr std::size_t kLongestQuote = 60;
inline constexpr std::size_t kLongestPath = 500;

// External text (labels, file names, words of an input file) in a form that is safe in one line of a message or terminal.
// Everything is escaped that is invisible or misleading: control characters (C0, C1, NUL, DEL),
// line and paragraph separators, marks that change the text direction or are invisible, and bytes that are not UTF-8.
// Escapes look like \n, \x1B (a byte) and \u202E (a code point). After `limit` characters of output, counting escapes
// in full, the rest is replaced by "...".
std::string printable(std::string_view text, std::size_t limit = kLongestQuote);

}  // namespace sapper::sim
