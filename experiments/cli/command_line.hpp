// The command line: which command, with which options, and the exit status of what happens.
#pragma once

#include <string>
#include <vector>

#include "experiments/cli/command.hpp"

namespace sapper::experiments {

// The command that the words name, all of them. InputError, with the names that there are.
NamedCommand find_command(const std::vector<std::string>& words);

// Runs the command that the words name, with the options among them. Returns the exit status; InputError for a
// command line that is wrong, and whatever the command throws.
int run_words(const std::vector<std::string>& words);

// The same for main, with exceptions turned into one line on standard error. Returns the exit status: 0 done;
// 1 it failed; 2 the command line or an input file is wrong; 130, 143 interrupted.
int run_command_line(int argc, const char* const* argv) noexcept;

}  // namespace sapper::experiments
