#include "experiments/cli/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "experiments/cli/command.hpp"

namespace sapper::experiments {
namespace {

// The function that bash calls. It looks up the tables below by `command` or `command option`.
constexpr const char* kFunctions = R"BASH(
# Completes a word with the files that begin like it.
_sapper_files() {
  local IFS=$'\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$1"))
}

_sapper() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command=${COMP_WORDS[1]-} subcommands values
  COMPREPLY=()
  # Bash splits --option=value at `=`.
  if [[ $current == "=" ]]; then
    current=
  elif [[ $previous == "=" && $COMP_CWORD -gt 2 ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$(_sapper_commands)" -- "$current"))
    return
  fi
  subcommands=$(_sapper_commands "$command")
  if [[ $subcommands ]]; then
    if ((COMP_CWORD == 2)); then
      COMPREPLY=($(compgen -W "$subcommands $(_sapper_options "$command")" -- "$current"))
      return
    fi
    if [[ $command == help && $COMP_CWORD == 3 && $previous != -* ]]; then
      COMPREPLY=($(compgen -W "$(_sapper_commands "$previous")" -- "$current"))
      return
    fi
    [[ " $subcommands " != *" ${COMP_WORDS[2]} "* ]] || command+=" ${COMP_WORDS[2]}"
  fi
  values=$(_sapper_values "$command" "$previous")
  case $values in
    "<file>") _sapper_files "$current" ;;
    "<text>") ;;
    "")
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$(_sapper_options "$command")" -- "$current"))
      else
        _sapper_files "$current"
      fi
      ;;
    *) COMPREPLY=($(compgen -W "$values" -- "$current")) ;;
  esac
}

complete -F _sapper sapper
)BASH";

template <class Words>
std::string line(const std::string& pattern, const Words& words) {
  return fmt::format("    \"{}\") echo \"{}\" ;;\n", pattern, fmt::join(words, " "));
}

// A group without a subcommand has the options of its default one.
const Command& meant(const Command& command) {
  const Command* const subcommand = command.find(command.default_subcommand);
  return subcommand == nullptr ? command : *subcommand;
}

std::string commands_table() {
  std::string out = "_sapper_commands() {\n  case ${1-} in\n" + line("", names_of(commands()));
  for (const Command& command : commands())
    if (!command.subcommands.empty()) out += line(command.name, names_of(command.subcommands));
  out += line("help", names_of(commands()));
  return out + "  esac\n}\n";
}

std::string options_table() {
  std::string out = "_sapper_options() {\n  case $1 in\n";
  for (const NamedCommand& named : all_commands()) {
    std::vector<std::string> names;
    const Declaration declaration = declaration_of(meant(*named.command));
    for (const Option& option : declaration.syntax.options()) {
      if (!option.short_name.empty()) names.push_back(option.short_name);
      names.push_back(option.name);
    }
    names.push_back("--help");
    out += line(named.full_name, names);
  }
  return out + "  esac\n}\n";
}

// What may follow an option: names, `<file>`, or `<text>` for anything else; empty for flags and other words.
std::string values_table() {
  std::string out = "_sapper_values() {\n  case \"$1 $2\" in\n";
  for (const NamedCommand& named : all_commands()) {
    const Declaration declaration = declaration_of(meant(*named.command));
    for (const Option& option : declaration.syntax.options()) {
      if (option.value_name.empty()) continue;
      std::vector<std::string> words = option.value.words;
      if (words.empty()) words.push_back(option.value.is_file ? "<file>" : "<text>");
      out += line(named.full_name + " " + option.name, words);
      if (!option.short_name.empty()) out += line(named.full_name + " " + option.short_name, words);
    }
  }
  return out + "  esac\n}\n";
}

}  // namespace

std::string bash_completion() {
  return "# Completion of sapper in bash: source <(sapper help --completion bash)\n" + commands_table() +
         options_table() + values_table() + kFunctions;
}

}  // namespace sapper::experiments
