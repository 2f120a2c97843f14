// `sapper help [COMMAND]`: help for people, a man page, completion for shells.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "experiments/commands/command.hpp"
#include "experiments/commands/command_line.hpp"
#include "experiments/commands/console.hpp"
#include "experiments/commands/help_text.hpp"

namespace sapper::experiments {
namespace {

struct Options {
  std::vector<std::string> words;
};

int help(const Options& options) {
  if (options.words.empty()) {
    print(help_of_program());
    return 0;
  }
  const NamedCommand named = find_command(options.words);
  print(help_of(*named.command, named.full_name));
  return 0;
}

Action declare(Syntax& syntax) {
  const auto options = std::make_shared<Options>();
  syntax.arguments("COMMAND", "the command to explain", more_texts(options->words), 0, 2);
  return [options] { return help(*options); };
}

}  // namespace

Command help_command() {
  return {.name = "help",
          .summary = "explain a command",
          .examples = {"sapper help run", "sapper help play go"},
          .declare = declare};
}

}  // namespace sapper::experiments
