// Prompts for lines that a player types.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace sapper::experiments {

// Whether input is echoed, so that the output of a game played from a file looks like one at a terminal.
enum class Echo : std::uint8_t { no, yes };

// Asks the question and reads a line, trimmed; nullopt at the end of the input. InputError for a line that is too
// long (read_input_line).
std::optional<std::string> ask_line(std::string_view question, std::istream& in, std::ostream& out,
                                    Echo echo);

// The line without blanks at its ends.
std::string_view trimmed(std::string_view line);

// The player's input quoted for a message: shortened, with non-printable characters escaped.
std::string quoted_input(std::string_view text);

}  // namespace sapper::experiments
