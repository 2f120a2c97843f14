#include "experiments/cli/command.hpp"

namespace sapper::experiments {

std::vector<NamedCommand> all_commands() {
  std::vector<NamedCommand> all;
  for (const Command& command : commands()) {
    all.push_back({command.name, &command});
    for (const Command& subcommand : command.subcommands)
      all.push_back({command.name + " " + subcommand.name, &subcommand});
  }
  return all;
}

CommandDeclaration declaration_of(const Command& command) {
  CommandDeclaration declaration;
  if (command.declare) declaration.action = command.declare(declaration.syntax);
  return declaration;
}

}  // namespace sapper::experiments
