// What a command accepts on the command line: its arguments and options, in the order of its help. A command declares
// them once, each with the variable that it sets; parsing, --help, the man page and shell completion are all derived
// from this table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/option_value.hpp"

namespace sapper::experiments {

struct Argument {
  std::string name;  // `CONFIG`
  std::string help;  // a phrase, without a full stop
  std::size_t least = 1;
  std::size_t most = 1;  // more than 1: the last one, `NAME...`
  OptionValue value;     // read once for each word
};

struct Option {
  std::string name;        // `--output`
  std::string short_name;  // `-o`, or empty
  std::string value_name;  // `FILE`; empty: a flag
  std::string help;        // a phrase, without a full stop
  OptionValue value;       // of a flag: read with an empty text
};

enum class ArgumentPresence : std::uint8_t { required, optional };

class CommandSyntax {
 public:
  void argument(std::string name, std::string help, OptionValue value,
                ArgumentPresence presence = ArgumentPresence::required);
  // All remaining words, at least `least` and at most `most`: the value is read once for each. Must be declared last.
  void arguments(std::string name, std::string help, OptionValue value, std::size_t least, std::size_t most);

  // names: `--games`, or `-o, --output`. fallback: the default shown in the help, if not the value's.
  void option(std::string_view names, std::string value_name, std::string help, OptionValue value,
              std::string fallback = {});
  void flag(std::string_view name, std::string help, bool& target);

  const std::vector<Argument>& arguments() const { return arguments_; }
  const std::vector<Option>& options() const { return options_; }
  const Option* find_option(std::string_view name) const;  // by either name; null: there is none

 private:
  std::vector<Argument> arguments_;
  std::vector<Option> options_;
};

}  // namespace sapper::experiments
