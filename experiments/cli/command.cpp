#include "experiments/cli/command.hpp"

#include <algorithm>

namespace sapper::experiments {

const Command* find_command(std::string_view name) {
  for (const Command& command : commands())
    if (command.name == name) return &command;
  return nullptr;
}

std::vector<std::string_view> names_of(std::span<const Command> commands) {
  std::vector<std::string_view> names;
  for (const Command& command : commands) names.push_back(command.name);
  return names;
}

const Command* Command::find(std::string_view subcommand) const {
  const auto found = std::find_if(subcommands.begin(), subcommands.end(),
                                  [&](const Command& command) { return command.name == subcommand; });
  return found == subcommands.end() ? nullptr : &*found;
}

std::vector<NamedCommand> all_commands() {
  std::vector<NamedCommand> all;
  for (const Command& command : commands()) {
    all.push_back({command.name, &command});
    for (const Command& subcommand : command.subcommands)
      all.push_back({command.name + " " + subcommand.name, &subcommand});
  }
  return all;
}

Declaration declaration_of(const Command& command) {
  Declaration declaration;
  if (command.declare) declaration.action = command.declare(declaration.syntax);
  return declaration;
}

}  // namespace sapper::experiments
