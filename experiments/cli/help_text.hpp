// --help, at most 80 columns wide.
#pragma once

#include <string>

#include "experiments/cli/command.hpp"

namespace sapper::experiments {

// The program as a whole: its commands and exit statuses.
std::string help_of_program();
// full_name: `play go`.
std::string help_of(const Command& command, const std::string& full_name);

// The manual page sapper(1), as troff source (man macros), from the commands' tables.

std::string man_page();

// Completion of sapper's command lines, from the commands' tables.

enum class Shell : std::uint8_t { bash, fish, zsh };
// A script to be sourced: `source <(sapper help --completion bash)`.
std::string completion_script(Shell shell);

}  // namespace sapper::experiments
