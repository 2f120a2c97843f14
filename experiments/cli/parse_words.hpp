// Parses a command's words into the variables that its syntax declares.
#pragma once

#include <string>
#include <vector>

#include "experiments/cli/command_syntax.hpp"

namespace sapper::experiments {

// `-` alone means standard input or output.
inline bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

enum class ParsedRequest : std::uint8_t { run, help, version };

// `command`: its name, for messages; `words`: what follows it. InputError for unknown words and invalid values. --help
// (-h) and --version take precedence over everything else.
ParsedRequest parse_words(const CommandSyntax& syntax, const std::string& command,
                          const std::vector<std::string>& words);

}  // namespace sapper::experiments
