#include "experiments/cli/command.hpp"

#include "experiments/support/text.hpp"

namespace sapper::experiments {

const Command* Command::find(std::string_view subcommand) const {
  return find_named(subcommands, subcommand);
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
