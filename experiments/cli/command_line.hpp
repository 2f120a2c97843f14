// Runs the command line: finds the command, parses its options and determines the exit status.
#pragma once

#include <string>
#include <vector>

#include "experiments/cli/command.hpp"

namespace sapper::experiments {

// The command that all the words together name, or the subcommands that a single word names in any group, such as `nim`.
// InputError, with the available names.
std::vector<NamedCommand> find_commands(const std::vector<std::string>& words);

// Runs the command that the words name, with the options among them. Returns the exit status; throws InputError for an
// invalid command line, and whatever the command throws.
int run_words(const std::vector<std::string>& words);

// The same for main, with exceptions turned into one line on standard error. Returns the exit status: 0 success; 1
// failure; 2 invalid command line or input file; 130, 143 interrupted.
int run_command_line(int argc, const char* const* argv) noexcept;

}  // namespace sapper::experiments
