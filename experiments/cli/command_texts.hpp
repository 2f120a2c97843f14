// What --help and the manual page say of commands in the same words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"

namespace sapper::experiments {

// A name with its explanation.
struct HelpRow {
  std::string name;
  std::string help;
};

// The exit statuses, and the variables of the environment that the program reads.
const std::vector<HelpRow>& exit_statuses();
const std::vector<HelpRow>& variables();

std::string capitalized(std::string_view text);
// A phrase with a capital letter at its beginning and a full stop at its end.
std::string sentence(std::string_view phrase);

// The help, range and default of an option, in one phrase.
std::string explained(const Option& option);
std::string explained(const Argument& argument);

// `GAME`: what the group's subcommands are.
std::string kind_name(const Command& group);
// `sapper play go [OPTION]...`
std::string usage_of(const Command& command, const std::string& full_name);

}  // namespace sapper::experiments
