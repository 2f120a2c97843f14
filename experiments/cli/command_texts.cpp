#include "experiments/cli/command_texts.hpp"

#include <fmt/format.h>

namespace sapper::experiments {

namespace {

std::string with_note(const std::string& help, std::string note, const std::string& fallback) {
  if (!fallback.empty()) note += fmt::format("{}default: {}", note.empty() ? "" : "; ", fallback);
  return note.empty() ? help : fmt::format("{} ({})", help, note);
}

}  // namespace

const std::vector<HelpRow>& exit_statuses() {
  static const std::vector<HelpRow> rows{{"0", "done"},
                                         {"1", "the run failed"},
                                         {"2", "the command line or an input file is wrong"},
                                         {"130, 143", "interrupted, with what was finished saved"}};
  return rows;
}

const std::vector<HelpRow>& variables() {
  static const std::vector<HelpRow> rows{
      {"NO_COLOR", "where not empty: no colours on terminals"},
      {"COLUMNS", "the width of positions and (at least 80) of tables, in place of the terminal's"},
      {"LC_ALL, LC_CTYPE, LANG", "the first that is set tells whether text may be UTF-8"},
      {"SAPPER_DATA",
       "a folder with levels.json and boards, in place of the levels and boards of this program"}};
  return rows;
}

std::string capitalized(std::string_view text) {
  std::string capital(text.substr(0, 1));
  for (char& letter : capital)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return capital.append(text.substr(1));
}

std::string explained(const Option& option) {
  return with_note(option.help, option.value.allowed, option.value.fallback);
}

std::string explained(const Argument& argument) {
  return with_note(argument.help, argument.value.allowed, "");
}

std::string sentence(std::string_view phrase) { return capitalized(phrase) + '.'; }

std::string kind_name(const Command& group) {
  std::string name = group.subcommand_kind;
  for (char& letter : name) letter = static_cast<char>(letter - 'a' + 'A');
  return name;
}

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

}  // namespace sapper::experiments
