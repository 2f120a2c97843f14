// What a person at a game types: lines, asked for one at a time.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace sapper::experiments {

// Whether what is read is written too, so that a game played from a file reads like one at a terminal.
enum class Echo : std::uint8_t { no, yes };

// Asks, and reads a line, without blanks at its ends; nothing at the end of the input.
std::optional<std::string> ask_line(std::string_view question, std::istream& in, std::ostream& out,
                                    Echo echo);

// The line without blanks at its ends.
std::string_view trimmed(std::string_view line);

// What someone typed, to be repeated in an answer: short, and without characters that would move the cursor.
std::string quoted_input(std::string_view text);

}  // namespace sapper::experiments
