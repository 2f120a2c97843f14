#include "experiments/cli/help_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/command_texts.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

constexpr std::size_t kHelpColumns = 80;
constexpr std::size_t kMostNameColumns = 26;  // longer ones get a line of their own

using Rows = std::vector<HelpRow>;

std::string section(std::string_view title, const Rows& rows) {
  if (rows.empty()) return {};
  std::size_t width = 0;
  for (const HelpRow& row : rows)
    if (row.name.size() <= kMostNameColumns) width = std::max(width, row.name.size());
  const std::size_t indent = width + 4;
  std::string text = fmt::format("\n{}:\n", title);
  for (const HelpRow& row : rows) {
    text += row.name.size() > width ? fmt::format("  {}\n{:{}}", row.name, "", indent)
                                    : fmt::format("  {:<{}}  ", row.name, width);
    text += wrapped(row.help, kHelpColumns, indent) + '\n';
  }
  return text;
}

Rows argument_rows(const CommandSyntax& syntax) {
  Rows rows;
  for (const Argument& argument : syntax.arguments()) rows.push_back({argument.name, explained(argument)});
  return rows;
}

Rows option_rows(const CommandSyntax& syntax) {
  Rows rows;
  for (const Option& option : syntax.options())
    rows.push_back({fmt::format("{} {}{}{}", option.short_name.empty() ? "   " : option.short_name + ",",
                                option.name, option.value_name.empty() ? "" : " ", option.value_name),
                    explained(option)});
  rows.push_back({"-h, --help", "print this help"});
  return rows;
}

Rows command_rows(std::span<const Command> commands) {
  Rows rows;
  for (const Command& command : commands) rows.push_back({command.name, command.summary});
  return rows;
}

std::string examples_of(const Command& command) {
  std::string text;
  for (const std::string& example : command.examples) text += "  " + example + '\n';
  return text.empty() ? text : (command.examples.size() > 1 ? "\nExamples:\n" : "\nExample:\n") + text;
}

}  // namespace

std::string help_of(const Command& command, const std::string& full_name) {
  std::string text = fmt::format("Usage: {}\n\n{}\n", usage_of(command, full_name),
                                 wrapped(sentence(command.summary), kHelpColumns));
  if (!command.details.empty()) text += '\n' + wrapped(command.details, kHelpColumns) + '\n';
  if (!command.subcommands.empty())
    text += section(capitalized(command.subcommand_kind) + "s", command_rows(command.subcommands));
  const Command* const shown =
      command.default_subcommand.empty() ? &command : command.find(command.default_subcommand);
  const CommandDeclaration declaration = declaration_of(*shown);
  text += section("Arguments", argument_rows(declaration.syntax));
  if (shown != &command)
    text += section(fmt::format("Options of {}, the default {}", shown->name, command.subcommand_kind),
                    option_rows(declaration.syntax));
  else if (command.subcommands.empty())
    text += section("Options", option_rows(declaration.syntax));
  if (!command.subcommands.empty())
    text += fmt::format("\n`sapper help {} {}` explains one of them.\n", full_name, kind_name(command));
  return text + examples_of(command);
}

std::string help_of_program() {
  return "Usage: sapper COMMAND ...\n\n"
         "A parallel Monte Carlo simulator for Minesweeper research.\n" +
         section("Commands", command_rows(commands())) +
         "\n`sapper help COMMAND` explains a command; `sapper --version` prints the version\nand how to cite "
         "it.\n" +
         section("Exit status", exit_statuses()) + section("Environment", variables()) + "\nExample:\n  " +
         commands().front().examples.front() + '\n';
}

}  // namespace sapper::experiments
