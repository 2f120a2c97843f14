// Parses a command's words into the variables that its syntax declares.
#pragma once

#include <string>
#include <vector>

#include "experiments/cli/syntax.hpp"

namespace sapper::experiments {

enum class Request : std::uint8_t { run, help, version };

// `command`: its name, for messages; `words`: what follows it. InputError for unknown words and invalid values. --help
// (-h) and --version take precedence over everything else.
Request parse_words(const Syntax& syntax, const std::string& command, const std::vector<std::string>& words);

}  // namespace sapper::experiments
