#include "experiments/cli/help_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

constexpr std::size_t kHelpColumns = 80;
constexpr std::size_t kMostNameColumns = 26;  // longer ones get a line of their own

struct Row {
  std::string name;
  std::string help;
};
using Rows = std::vector<Row>;

const Rows& exit_statuses() {
  static const Rows rows{{"0", "done"},
                         {"1", "the run failed"},
                         {"2", "the command line or an input file is wrong"},
                         {"130, 143", "interrupted, with what was finished saved"}};
  return rows;
}

const Rows& variables() {
  static const Rows rows{
      {"NO_COLOR", "where not empty: no colours on terminals"},
      {"COLUMNS", "the width of positions and (at least 80) of tables, in place of the terminal's"},
      {"LC_ALL, LC_CTYPE, LANG", "the first that is set tells whether text may be UTF-8"},
      {"SAPPER_DATA",
       "a folder with levels.json and boards, in place of the levels and boards of this program"}};
  return rows;
}

std::string section(std::string_view title, const Rows& rows) {
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

// The help, range and default of an option, in one phrase.
std::string explained(const Option& option) {
  return with_note(option.help, option.value.allowed, option.value.fallback);
}
std::string explained(const Argument& argument) {
  return with_note(argument.help, argument.value.allowed, "");
}

// A phrase with a capital letter at its beginning and a full stop at its end.
std::string sentence(std::string_view phrase) { return capitalized(phrase) + '.'; }

// `GAME`
std::string kind_name(const Command& group) {
  std::string name = group.subcommand_kind;
  for (char& letter : name) letter = static_cast<char>(letter - 'a' + 'A');
  return name;
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

// `sapper play go [OPTION]...`
std::string usage_of(const Command& command, const std::string& full_name) {
  std::string usage = "sapper " + full_name;
  if (!command.subcommands.empty()) {
    const std::string kind = kind_name(command);
    return usage + (command.default_subcommand.empty() ? fmt::format(" {} ...", kind)
                                                       : fmt::format(" [{}] ...", kind));
  }
  const CommandDeclaration declaration = declaration_of(command);
  for (const Argument& argument : declaration.syntax.arguments()) {
    const std::string name = argument.name + (argument.most > 1 ? "..." : "");
    usage += argument.least == 0 ? fmt::format(" [{}]", name) : " " + name;
  }
  return usage + (declaration.syntax.options().empty() ? "" : " [OPTION]...");
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
  for (const Row& status : exit_statuses()) out += entry(bold(status.name), status.help);
  out += ".SH ENVIRONMENT\n";
  for (const Row& variable : variables()) out += entry(bold(variable.name), variable.help);
  return out;
}

// The files completion.*, in a source generated by the build: functions that read the table below.
extern const char* const kBashCompletion;
extern const char* const kFishCompletion;
extern const char* const kZshCompletion;

namespace {

// A line `COMMAND|WORD|VALUES|HELP` for each word that may follow the words of a command: a subcommand or an option.
// VALUES is what may follow an option: names, `<file>`, or `<text>` for anything else; empty for flags and subcommands.
std::string completion_table() {
  std::string out;
  const auto row = [&](std::string_view command, std::string_view word, std::string_view values,
                       std::string_view help) {
    out += fmt::format("{}|{}|{}|{}\n", command, word, values, help);
  };
  const auto names = [&](const std::string& command, std::span<const Command> subcommands) {
    for (const Command& subcommand : subcommands) row(command, subcommand.name, "", subcommand.summary);
  };
  names("", commands());
  names("help", commands());
  for (const NamedCommand& named : all_commands()) {
    names(named.full_name, named.command->subcommands);
    names("help " + named.full_name, named.command->subcommands);
    // A group without a subcommand has the options of its default one.
    const Command* const fallback = named.command->find(named.command->default_subcommand);
    const CommandDeclaration declaration = declaration_of(fallback == nullptr ? *named.command : *fallback);
    for (const Option& option : declaration.syntax.options()) {
      std::string values = fmt::format("{}", fmt::join(option.value.words, " "));
      if (values.empty() && !option.value_name.empty()) values = option.value.is_file ? "<file>" : "<text>";
      if (!option.short_name.empty()) row(named.full_name, option.short_name, values, option.help);
      row(named.full_name, option.name, values, option.help);
    }
    row(named.full_name, "--help", "", "print this help");
  }
  return out;
}

}  // namespace

std::string completion_script(Shell shell) {
  const std::string table = single_quoted(completion_table());
  switch (shell) {
    case Shell::bash:
      return fmt::format("# source <(sapper help --completion bash)\n_sapper_table={}\n{}", table,
                         kBashCompletion);
    case Shell::fish:
      return fmt::format("# sapper help --completion fish | source\nset -g _sapper_table {}\n{}", table,
                         kFishCompletion);
    case Shell::zsh:
      return fmt::format("#compdef sapper\n_sapper_table={}\n{}", table, kZshCompletion);
  }
  return {};
}

}  // namespace sapper::experiments
