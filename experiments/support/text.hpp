// Formatting of text for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/support/printable.hpp"

namespace sapper::experiments {

using sim::printable;  // for every label, path and quote from outside

std::string with_commas(std::uint64_t number);                     // 1,234,567
std::string counted(std::uint64_t count, std::string_view thing);  // 1 mine, 2,000 mines
std::string as_duration(double seconds);                           // 0.4 s, 12 s, 3 min 20 s, 2 h 5 min
std::size_t display_width(std::string_view text);                  // columns of a terminal, of UTF-8 text
std::string fit(std::string_view text, std::size_t width);  // its first letters, in at most `width` columns
std::string lower_case(std::string_view text);              // ASCII letters only
std::string shell_quoted(std::string_view word);            // as one word of a shell command
std::string single_quoted(std::string_view word);           // the same, with its bytes unchanged
std::string shell_quoted_file(std::string_view name);       // the same, and not mistaken for an option

// The text wrapped to lines of at most `width` columns, each indented by `indent` blanks except the first, which
// follows something of that length. Lines of `text` that begin with a blank are kept.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

}  // namespace sapper::experiments
