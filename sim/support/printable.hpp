// Text from outside (labels, file names, words of an input file) made fit for one line of a message or a
// terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sapper::sim {

inline constexpr std::size_t kLongestQuote = 60;
inline constexpr std::size_t kLongestPath = 500;

// The text with everything escaped that would not be seen as it is: control characters (C0, C1, NUL, DEL),
// line and paragraph separators, marks that change the direction of text or are invisible, and bytes that are
// not UTF-8. Escapes look like \n, \x1B (a byte) and \u202E (a code point). After `limit` characters of
// output, escapes counted in full, the rest is replaced by "...".
std::string printable(std::string_view text, std::size_t limit = kLongestQuote);

}  // namespace sapper::sim
