// What a command takes on the command line: its arguments and options, in the order in which its help lists
// them. A command declares them once, each with the variable that it fills; parsing, --help, the man page and
// shell completion are all made from this table.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "experiments/cli/value.hpp"

namespace sapper::experiments {

struct Argument {
  std::string name;  // `CONFIG`
  std::string help;  // a phrase, without a full stop
  std::size_t least = 1;
  std::size_t most = 1;  // more than 1: the last one, `NAME...`
  Value value;           // read once for each word
};

struct Option {
  std::string name;        // `--output`
  std::string short_name;  // `-o`, or empty
  std::string value_name;  // `FILE`; empty: a flag
  std::string help;        // a phrase, without a full stop
  std::string fallback;    // the default, for the help; empty: none
  Value value;             // of a flag: read with an empty text
};

enum class Presence : std::uint8_t { required, optional };

class Syntax {
 public:
  void argument(std::string name, std::string help, Value value, Presence presence = Presence::required);
  // As many words as are left, at least `least`, at most `most`: the value is read once for each. The last.
  void arguments(std::string name, std::string help, Value value, std::size_t least, std::size_t most);

  // names: `--games`, or `-o, --output`. fallback: what the help gives as the default where the value does not
  // know it.
  void option(const std::string& names, std::string value_name, std::string help, Value value,
              std::string fallback = {});
  void flag(const std::string& names, std::string help, bool& target);

  const std::vector<Argument>& arguments() const { return arguments_; }
  const std::vector<Option>& options() const { return options_; }
  const Option* find_option(std::string_view name) const;  // by either name; null: there is none

 private:
  std::vector<Argument> arguments_;
  std::vector<Option> options_;
};

}  // namespace sapper::experiments
