// External text (labels, file names, words of an input file) in a form that is safe in one line of a message or
// terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sapper::sim {

inline constexpr std::size_t kLongestQuote = 60;
inline constexpr std::size_t kLongestPath = 500;

// The text with everything escaped that is invisible or misleading: control characters (C0, C1, NUL, DEL),
// line and paragraph separators, marks that change the text direction or are invisible, and bytes that are not UTF-8.
// Escapes look like \n, \x1B (a byte) and \u202E (a code point). After `limit` characters of output, counting escapes
// in full, the rest is replaced by "...".
std::string printable(std::string_view text, std::size_t limit = kLongestQuote);

}  // namespace sapper::sim
