// How a command is declared. A command is a file in experiments/commands that defines a function returning its Command,
// and that function's row in registry.cpp there; the command line, help, manual page and completion are derived from
// it.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/command_syntax.hpp"

namespace sapper::experiments {

// Runs a command with the parsed values. Returns the exit status; throws InputError (status 2) or other exceptions
// (status 1).
using Action = std::function<int()>;

struct Command {
  std::string name;
  std::string summary;  // `run an experiment and write its report`
  // More for the help: paragraphs, separated by empty lines; indented lines are kept as they are.
  std::string details = {};
  std::vector<std::string> examples = {};  // command lines; at least one, the simplest first
  // Adds the command's arguments and options. The action owns the variables that they set. Null if only subcommands can
  // be run.
  std::function<Action(CommandSyntax& syntax)> declare = nullptr;
  std::vector<Command> subcommands = {};
  std::string subcommand_kind = {};  // what subcommands are: `game`
  // The default subcommand; empty: one must be named.
  std::string default_subcommand = {};

  const Command* find(std::string_view subcommand) const;  // null: there is none
};

// For Command::declare of a command whose options are a struct: `add` declares them, and `run` runs the command.
template <class Options>
std::function<Action(CommandSyntax&)> declared(void (*add)(CommandSyntax& syntax, Options& options),
                                               int (*run)(const Options& options)) {
  return [add, run](CommandSyntax& syntax) -> Action {
    const auto options = std::make_shared<Options>();
    add(syntax, *options);
    return [options, run] { return run(*options); };
  };
}

// The program's commands, in the order of its help; experiments/commands/registry.cpp lists them.
std::span<const Command> commands();

// A command with the words that name it: `play go`.
struct NamedCommand {
  std::string full_name;
  const Command* command;
};
// All in the order of commands(): each group, which is one of them, is followed by its subcommands.
std::vector<NamedCommand> all_commands();

// A command's arguments and options, with the action that owns the variables that they set.
struct CommandDeclaration {
  CommandSyntax syntax;
  Action action;  // empty for a group
};
CommandDeclaration declaration_of(const Command& command);

}  // namespace sapper::experiments
