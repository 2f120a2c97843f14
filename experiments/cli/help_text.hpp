// --help, at most 80 columns wide.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "experiments/cli/command.hpp"

namespace sapper::experiments {

inline constexpr std::size_t kHelpColumns = 80;

// The program as a whole: its commands and exit statuses.
std::string help_of_program();
// full_name: `play go`.
std::string help_of(const Command& command, const std::string& full_name);

// `sapper play go [OPTION]...`
std::string usage_of(const Command& command, const std::string& full_name);
// The help, range and default of an option, in one phrase.
std::string explained(const Option& option);
std::string explained(const Argument& argument);
// The phrase with a capital letter at its beginning and a full stop at its end.
std::string sentence(std::string_view phrase);  // not empty

struct Term {
  std::string_view name;
  std::string_view meaning;
};
inline constexpr std::array kExitStatuses{
    Term{"0", "done"},
    Term{"1", "the run failed"},
    Term{"2", "the command line or an input file is wrong"},
    Term{"130, 143", "interrupted, with what was finished saved"},
};
inline constexpr std::array kVariables{
    Term{"NO_COLOR", "where not empty: no colours on terminals"},
    Term{"COLUMNS",
         "the width of positions and (at least 80) of tables, in place of the "
         "terminal's"},
    Term{"LC_ALL, LC_CTYPE, LANG", "the first that is set tells whether text may be UTF-8"},
    Term{"SAPPER_DATA",
         "a folder with levels.json and boards, in place of the levels and boards of this program"},
};

// The manual page sapper(1), as troff source (man macros), from the commands' tables.

std::string man_page();

// Completion of sapper's command lines, from the commands' tables.

enum class Shell : std::uint8_t { bash, fish, zsh };
// A script to be sourced: `source <(sapper help --completion bash)`.
std::string completion_script(Shell shell);

}  // namespace sapper::experiments
