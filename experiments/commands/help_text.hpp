// --help, at most 80 columns wide.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "experiments/commands/command.hpp"

namespace sapper::experiments {

inline constexpr std::size_t kHelpColumns = 80;

// The program as a whole: its commands and exit statuses.
std::string help_of_program();
// full_name: `play go`.
std::string help_of(const Command& command, const std::string& full_name);

// `sapper play go [OPTION]...`
std::string usage_of(const Command& command, const std::string& full_name);
// What the help, range and default say, in one phrase.
std::string explained(const Option& option);
std::string explained(const Argument& argument);
// With a capital at its beginning and a full stop at its end.
std::string sentence(std::string_view phrase);  // not empty

struct ExitStatus {
  std::string_view number;
  std::string_view meaning;
};
inline constexpr std::array kExitStatuses{
    ExitStatus{"0", "done"},
    ExitStatus{"1", "the run failed"},
    ExitStatus{"2", "the command line or an input file is wrong"},
    ExitStatus{"130, 143", "interrupted, with what was finished saved"},
};

}  // namespace sapper::experiments
