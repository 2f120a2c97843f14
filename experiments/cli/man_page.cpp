#include "experiments/cli/man_page.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/command_texts.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

// Text as troff prints it: a backslash starts an escape, `-` is a hyphen unless escaped, and a line that begins
// with a dot or an apostrophe is a request.
std::string escaped(std::string_view text) {
  std::string out;
  bool is_line_start = true;
  for (const char letter : text) {
    if (is_line_start && (letter == '.' || letter == '\'')) out += "\\&";
    is_line_start = letter == '\n';
    if (letter == '\\')
      out += "\\e";
    else if (letter == '-')
      out += "\\-";
    else if (letter == '^')
      out += "\\(ha";
    else if (letter == '`')
      out += "\\(ga";
    else
      out += letter;
  }
  return out;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", escaped(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", escaped(text)); }

std::string entry(const std::string& tag, const std::string& text) {
  return ".TP\n" + tag + '\n' + escaped(sentence(text)) + '\n';
}

// Verbatim lines.
std::string verbatim(std::string_view lines) { return ".PP\n.RS 4\n.nf\n" + escaped(lines) + ".fi\n.RE\n"; }

// Paragraphs separated by empty lines; those that begin with a blank are verbatim.
std::string paragraphs(std::string_view text) {
  std::string out;
  for (const std::string_view paragraph : split(text, "\n\n")) {
    if (paragraph.empty()) continue;
    const std::string lines = std::string(paragraph) + '\n';
    out += lines.starts_with(' ') ? verbatim(lines) : ".PP\n" + escaped(lines);
  }
  return out;
}

std::string entries_of(const CommandSyntax& syntax) {
  std::string out;
  for (const Argument& argument : syntax.arguments())
    out += entry(italic(argument.name), explained(argument));
  for (const Option& option : syntax.options()) {
    std::string tag = (option.short_name.empty() ? "" : bold(option.short_name) + ", ") + bold(option.name);
    if (!option.value_name.empty()) tag += ' ' + italic(option.value_name);
    out += entry(tag, explained(option));
  }
  return out;
}

std::string section_of(const NamedCommand& named) {
  const Command& command = *named.command;
  std::string out = ".SS " + escaped(usage_of(command, named.full_name)) + '\n';
  out += escaped(sentence(command.summary)) + '\n' + paragraphs(command.details);
  if (!command.default_subcommand.empty())
    out += ".PP\n" +
           escaped(fmt::format("Without a {}: {}.", command.subcommand_kind, command.default_subcommand)) +
           '\n';
  out += entries_of(declaration_of(command).syntax);
  std::string examples;
  for (const std::string& example : command.examples) examples += example + '\n';
  return out + ".PP\n" + (command.examples.size() > 1 ? "Examples:\n" : "Example:\n") + verbatim(examples);
}

}  // namespace

std::string man_page() {
  std::string out = ".TH SAPPER 1 \"\" \"sapper " SAPPER_VERSION
                    "\" \"User Commands\"\n"
                    ".SH NAME\nsapper \\- parallel Monte Carlo simulator for Minesweeper research\n"
                    ".SH SYNOPSIS\n.B sapper\n.I COMMAND\n\\&...\n"
                    ".SH COMMANDS\n";
  for (const NamedCommand& named : all_commands()) out += section_of(named);
  out += ".SH OPTIONS\nEvery command has:\n" + entry(bold("-h") + ", " + bold("--help"), "print help") +
         entry(bold("--version"), "print the version and how to cite it");
  out += ".SH EXIT STATUS\n";
  for (const HelpRow& status : exit_statuses()) out += entry(bold(status.name), status.help);
  out += ".SH ENVIRONMENT\n";
  for (const HelpRow& variable : variables()) out += entry(bold(variable.name), variable.help);
  return out;
}

}  // namespace sapper::experiments
