#include "experiments/cli/parse_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments {

namespace {

using Words = std::vector<std::string>;

// The parsed words, before any value is read.
struct Given {
  Words arguments;
  std::vector<Words> values;  // [option] its values; for a flag one empty text
};

// A value may begin with a dash only if it is a number; any other is given as --option=-value.
bool can_be_value(const std::string& word) {
  return !is_option(word) || (word[1] >= '0' && word[1] <= '9') || word[1] == '.';
}

// Commands that have the option, in the order of their list.
Words commands_with(std::string_view option) {
  Words names;
  for (const NamedCommand& named : all_commands())
    if (declaration_of(*named.command).syntax.find_option(option) != nullptr)
      names.push_back(named.full_name);
  return names;
}

[[noreturn]] void refuse_option(const CommandSyntax& syntax, const std::string& command,
                                std::string_view name) {
  const std::string help = fmt::format("sapper {} --help lists its options", command);
  if (const Words others = commands_with(name); !others.empty())
    throw InputError(fmt::format("{0}: {1} is not an option of {0}, but of {2}; {3}", command, name,
                                 fmt::join(others, ", "), help));
  std::vector<std::string_view> known{"--help"};
  for (const Option& option : syntax.options()) known.push_back(option.name);
  const std::string_view nearest = json::nearest_name(name, known);
  throw InputError(fmt::format("{}: {} is not an option; {}{}", command, name,
                               nearest.empty() ? "" : fmt::format("did you mean {}? ", nearest), help));
}

// The number of values of an option: one per word of its value name.
std::size_t value_count(const Option& option) {
  return 1 + static_cast<std::size_t>(std::count(option.value_name.begin(), option.value_name.end(), ' '));
}

// Parses the option at `*word`, with its values: `--name value`, `--name=value`, `-n value` or `-nvalue`.
// Returns the last word consumed.
Words::const_iterator take_option(const CommandSyntax& syntax, const std::string& command,
                                  Words::const_iterator word, Words::const_iterator end, Given& given) {
  const bool is_long = word->starts_with("--");
  const std::string name = word->substr(0, is_long ? word->find('=') : 2);
  const Option* const option = syntax.find_option(name);
  if (option == nullptr) refuse_option(syntax, command, is_long ? name : word->substr(0, word->find('=')));
  Words& values = given.values[static_cast<std::size_t>(option - syntax.options().data())];
  const bool is_attached = name.size() < word->size();
  if (option->value_name.empty()) {
    if (is_attached) throw InputError(fmt::format("{}: {} takes no value", command, option->name));
    values = {""};
    return word;
  }
  if (!values.empty() && !option->value.is_repeatable)
    throw InputError(fmt::format("{}: {} is given twice", command, option->name));
  const std::size_t wanted = values.size() + value_count(*option);
  if (is_attached) values.push_back(word->substr(name.size() + (is_long ? 1 : 0)));
  const bool is_empty = is_attached && values.back().empty();
  while (values.size() < wanted && end - word > 1 && can_be_value(word[1])) values.push_back(*++word);
  if (is_empty || values.size() < wanted)
    throw InputError(fmt::format("{}: {} needs {}: {}, {}", command, option->name,
                                 value_count(*option) == 1 ? "a value" : "values", option->value_name,
                                 option->help));
  return word;
}

Given arguments_and_values(const CommandSyntax& syntax, const std::string& command, const Words& words) {
  Given given;
  given.values.resize(syntax.options().size());
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (*word == "--") {  // only arguments follow
      given.arguments.insert(given.arguments.end(), word + 1, words.end());
      break;
    }
    if (is_option(*word))
      word = take_option(syntax, command, word, words.end(), given);
    else
      given.arguments.push_back(*word);
  }
  return given;
}

void read_arguments(const CommandSyntax& syntax, const std::string& command, const Words& words) {
  std::size_t used = 0;
  for (const Argument& argument : syntax.arguments()) {
    const std::size_t count = std::min(argument.most, words.size() - used);
    if (count < argument.least)
      throw InputError(fmt::format("{}: {} is missing: {}", command, argument.name, argument.help));
    for (std::size_t i = 0; i < count; ++i)
      argument.value.read(fmt::format("{}: {}", command, argument.name), words[used++]);
  }
  if (used < words.size())
    throw InputError(fmt::format("{}: unexpected argument \"{}\"", command, words[used]));
}

}  // namespace

ParsedRequest parse_words(const CommandSyntax& syntax, const std::string& command, const Words& words) {
  const auto dashes = std::find(words.begin(), words.end(), "--");
  const auto has = [&](std::string_view word) { return std::find(words.begin(), dashes, word) != dashes; };
  if (has("--help") || has("-h")) return ParsedRequest::help;
  if (has("--version")) return ParsedRequest::version;
  const Given given = arguments_and_values(syntax, command, words);
  read_arguments(syntax, command, given.arguments);
  for (std::size_t i = 0; i < given.values.size(); ++i)
    for (const std::string& text : given.values[i])
      syntax.options()[i].value.read(syntax.options()[i].name, text);
  return ParsedRequest::run;
}

}  // namespace sapper::experiments
