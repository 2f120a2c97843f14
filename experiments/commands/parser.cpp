// The one translation unit that includes CLI11, which takes seconds to compile. CLI11 finds out which word is an
// option and which its value; values stay texts here and are read by value.cpp.
#include "experiments/commands/parser.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <utility>

#include "experiments/commands/command.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments {
namespace {

std::string joined_names(const Option& option) {
  return option.short_name.empty() ? option.name : option.short_name + "," + option.name;
}

// Commands that have the option, in the order of their list.
std::vector<std::string> commands_with(std::string_view option) {
  std::vector<std::string> names;
  for (const NamedCommand& named : all_commands())
    if (declaration_of(*named.command).syntax.find_option(option) != nullptr)
      names.push_back(named.full_name);
  return names;
}

[[noreturn]] void refuse_option(const Syntax& syntax, const std::string& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  const std::string help = fmt::format("sapper {} --help lists its options", command);
  if (const auto others = commands_with(name); !others.empty())
    throw InputError(fmt::format("{0}: {1} is not an option of {0}, but of {2}; {3}", command, name,
                                 fmt::join(others, ", "), help));
  std::vector<std::string_view> known{"--help"};
  for (const Option& option : syntax.options()) known.push_back(option.name);
  const std::string_view nearest = json::nearest_name(name, known);
  throw InputError(fmt::format("{}: {} is not an option; {}{}", command, name,
                               nearest.empty() ? "" : fmt::format("did you mean {}? ", nearest), help));
}

// The words that are neither options nor their values. What looks like an option is refused, unless it follows
// the word `--`.
std::vector<std::string> positional_words(const CLI::App& app, const Syntax& syntax,
                                          const std::string& command) {
  std::vector<std::string> words;
  bool is_after_dashes = false;
  for (const std::string& word : app.remaining()) {
    if (!is_after_dashes && word == "--") {
      is_after_dashes = true;
      continue;
    }
    if (!is_after_dashes && word.size() > 1 && word.front() == '-') refuse_option(syntax, command, word);
    words.push_back(word);
  }
  return words;
}

void read_arguments(const Syntax& syntax, const std::string& command, const std::vector<std::string>& words) {
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

// Values that follow the option's name: one for each word of its value's.
int value_count(const Option& option) {
  return 1 + static_cast<int>(std::count(option.value_name.begin(), option.value_name.end(), ' '));
}

void read_option(const Option& option, const std::string& command, const CLI::results_t& given) {
  if (given.empty()) return;
  if (option.value_name.empty()) {
    for (const std::string& text : given)
      if (text != "true") throw InputError(fmt::format("{}: {} takes no value", command, option.name));
    option.value.read(option.name, "");
    return;
  }
  if (given.size() > static_cast<std::size_t>(value_count(option)))
    throw InputError(fmt::format("{}: {} is given twice", command, option.name));
  for (const std::string& text : given) option.value.read(option.name, text);
}

// CLI11's complaint in our words where it is about a missing value.
std::string message_of(const CLI::ParseError& error, const Syntax& syntax) {
  const std::string text = error.what();
  const Option* const option = syntax.find_option(text.substr(0, text.find(':')));
  if (option == nullptr) return text;
  return fmt::format("{} needs a value: {}, {}", option->name, option->value_name, option->help);
}

}  // namespace

Request parse_words(const Syntax& syntax, const std::string& command, std::vector<std::string> words) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  bool is_help = false;
  bool is_version = false;
  app.add_flag("-h,--help", is_help);
  app.add_flag("--version", is_version);
  const auto ignore = [](const CLI::results_t&) { return true; };  // read below, once all are known
  std::vector<const CLI::Option*> given;
  for (const Option& option : syntax.options()) {
    CLI::Option* const added = option.value_name.empty() ? app.add_flag(joined_names(option))
                                                         : app.add_option(joined_names(option), ignore);
    if (!option.value_name.empty()) added->expected(value_count(option));
    given.push_back(added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll));
  }
  try {
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    throw InputError(fmt::format("{}: {}", command, message_of(error, syntax)));
  }
  if (is_help) return Request::help;
  if (is_version) return Request::version;
  const std::vector<std::string> positional = positional_words(app, syntax, command);
  read_arguments(syntax, command, positional);
  for (std::size_t i = 0; i < given.size(); ++i)
    read_option(syntax.options()[i], command, given[i]->results());
  return Request::run;
}

}  // namespace sapper::experiments
