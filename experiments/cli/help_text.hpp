// --help, at most 80 columns wide.
#pragma once

#include <string>

#include "experiments/cli/command.hpp"

namespace sapper::experiments {

// The program as a whole: its commands and exit statuses.
std::string help_of_program();
// full_name: `play go`.
std::string help_of(const Command& command, const std::string& full_name);

}  // namespace sapper::experiments
