// The list of commands. A new one: its function's declaration and its place in the list.
#include <algorithm>
#include <array>

#include "experiments/commands/command.hpp"

namespace sapper::experiments {

Command analyze_command();
Command compare_command();
Command gtp_command();
Command help_command();
Command list_command();
Command merge_command();
Command play_command();
Command plot_command();
Command report_command();
Command run_command();
Command scale_command();
Command solve_command();
Command validate_command();

std::span<const Command> commands() {
  static const std::array kCommands{
      run_command(),   analyze_command(), validate_command(), list_command(),   scale_command(),
      merge_command(), compare_command(), plot_command(),     report_command(), play_command(),
      solve_command(), gtp_command(),     help_command(),
  };
  return kCommands;
}

const Command* find_command(std::string_view name) {
  for (const Command& command : commands())
    if (command.name == name) return &command;
  return nullptr;
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
  if (command.declare != nullptr) declaration.action = command.declare(declaration.syntax);
  return declaration;
}

}  // namespace sapper::experiments
