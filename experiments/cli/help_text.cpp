#include "experiments/cli/help_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

constexpr std::size_t kMostNameColumns = 26;  // longer ones get a line of their own

struct Row {
  std::string name;
  std::string help;
};

std::string section(std::string_view title, const std::vector<Row>& rows) {
  if (rows.empty()) return {};
  std::size_t width = 0;
  for (const Row& row : rows)
    if (row.name.size() <= kMostNameColumns) width = std::max(width, row.name.size());
  const std::size_t indent = width + 4;
  std::string text = fmt::format("\n{}:\n", title);
  for (const Row& row : rows) {
    text += row.name.size() > width ? fmt::format("  {}\n{:{}}", row.name, "", indent)
                                    : fmt::format("  {:<{}}  ", row.name, width);
    text += wrapped(row.help, kHelpColumns, indent) + '\n';
  }
  return text;
}

std::vector<Row> argument_rows(const Syntax& syntax) {
  std::vector<Row> rows;
  for (const Argument& argument : syntax.arguments()) {
    rows.push_back({argument.name, explained(argument)});
  }
  return rows;
}

std::vector<Row> option_rows(const Syntax& syntax) {
  std::vector<Row> rows;
  for (const Option& option : syntax.options())
    rows.push_back({fmt::format("{} {}{}{}", option.short_name.empty() ? "   " : option.short_name + ",",
                                option.name, option.value_name.empty() ? "" : " ", option.value_name),
                    explained(option)});
  rows.push_back({"-h, --help", "print this help"});
  return rows;
}

std::vector<Row> command_rows(std::span<const Command> commands) {
  std::vector<Row> rows;
  for (const Command& command : commands) rows.push_back({command.name, command.summary});
  return rows;
}

std::vector<Row> term_rows(std::span<const Term> terms) {
  std::vector<Row> rows;
  for (const Term& term : terms) rows.push_back({std::string(term.name), std::string(term.meaning)});
  return rows;
}

std::string capitalized(std::string_view text) {
  std::string capital(text.substr(0, 1));
  for (char& letter : capital)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return capital.append(text.substr(1));
}

std::string with_note(const std::string& help, std::string note, const std::string& fallback) {
  if (!fallback.empty()) note += fmt::format("{}default: {}", note.empty() ? "" : "; ", fallback);
  return note.empty() ? help : fmt::format("{} ({})", help, note);
}

// `GAME`
std::string kind_name(const Command& group) {
  std::string name = group.subcommand_kind;
  for (char& letter : name) letter = static_cast<char>(letter - 'a' + 'A');
  return name;
}

std::string examples_of(const Command& command) {
  std::string text;
  for (const std::string& example : command.examples) text += "  " + example + '\n';
  return text.empty() ? text : (command.examples.size() > 1 ? "\nExamples:\n" : "\nExample:\n") + text;
}

}  // namespace

std::string explained(const Option& option) {
  return with_note(option.help, option.value.allowed, option.fallback);
}
std::string explained(const Argument& argument) {
  return with_note(argument.help, argument.value.allowed, "");
}

std::string sentence(std::string_view phrase) { return capitalized(phrase) + '.'; }

std::string usage_of(const Command& command, const std::string& full_name) {
  std::string usage = "sapper " + full_name;
  if (!command.subcommands.empty()) {
    const std::string kind = kind_name(command);
    return usage + (command.default_subcommand.empty() ? fmt::format(" {} ...", kind)
                                                       : fmt::format(" [{}] ...", kind));
  }
  const Declaration declaration = declaration_of(command);
  for (const Argument& argument : declaration.syntax.arguments()) {
    const std::string name = argument.name + (argument.most > 1 ? "..." : "");
    usage += argument.least == 0 ? fmt::format(" [{}]", name) : " " + name;
  }
  return usage + (declaration.syntax.options().empty() ? "" : " [OPTION]...");
}

std::string help_of(const Command& command, const std::string& full_name) {
  std::string text = fmt::format("Usage: {}\n\n{}\n", usage_of(command, full_name),
                                 wrapped(sentence(command.summary), kHelpColumns));
  if (!command.details.empty()) text += '\n' + wrapped(command.details, kHelpColumns) + '\n';
  if (!command.subcommands.empty())
    text += section(capitalized(command.subcommand_kind) + "s", command_rows(command.subcommands));
  const Command* const shown =
      command.default_subcommand.empty() ? &command : command.find(command.default_subcommand);
  const Declaration declaration = declaration_of(*shown);
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
         section("Exit status", term_rows(kExitStatuses)) + section("Environment", term_rows(kVariables)) +
         "\nExample:\n  " + commands().front().examples.front() + '\n';
}

}  // namespace sapper::experiments
