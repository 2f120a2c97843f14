// Text for people and from people: formatting, words of a shell, whole numbers in any decimal form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sim/support/text.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments {

using sim::find_named;
using sim::names_in;
using sim::parse_number;
using sim::parse_whole_number;
using sim::printable;  // for every label, path and quote from outside
using sim::split;
using sim::split_lines;
using sim::take_until;

// A file's name in a message.
inline std::string printable_file(const std::string& file) { return printable(file, sim::kLongestPath); }

std::string with_commas(std::uint64_t number);                        // 1,234,567
std::string count_text(std::uint64_t count, std::string_view thing);  // 1 mine, 2,000 mines
std::string as_duration(double seconds);                              // 0.4 s, 12 s, 3 min 20 s, 2 h 5 min
std::string as_time(double seconds);                                  // 12.3 us, 4.5 ms, 6.78 s
std::size_t display_width(std::string_view text);                     // columns of a terminal, of UTF-8 text
std::string fit(std::string_view text, std::size_t width);  // its first letters, in at most `width` columns
std::string lower_case(std::string_view text);              // ASCII letters only
std::string shell_quoted(std::string_view word);            // as one word of a shell command
std::string single_quoted(std::string_view word);           // the same, with its bytes unchanged
std::string shell_quoted_file(std::string_view name);       // the same, and not mistaken for an option

// The lines of the first fifty of `count` things, then how many more there are: `  ... and 1,000 more cases`.
std::string first_lines(std::size_t count, std::string_view things,
                        const std::function<std::string(std::size_t)>& line);

// The text wrapped to lines of at most `width` columns, each indented by `indent` blanks except the first, which
// follows something of that length. Lines of `text` that begin with a blank are kept.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

// The value of 1000, 1e3, 2.50e1, 10.0 or 100e-1 (digits, decimals, exponent; no sign before it), exactly. nullopt if
// the text is no such number, it is not whole, or it is above 2^64-1.
std::optional<std::uint64_t> whole_value(std::string_view decimal);

// Also accepts a minus sign: -3, -1e2, -0.0. nullopt if the number is not whole or beyond 64 bits.
std::optional<std::int64_t> signed_whole_value(std::string_view decimal);

}  // namespace sapper::experiments
