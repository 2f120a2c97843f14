// `sapper help [COMMAND]`: help, a man page, completion for shells.
#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_line.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/completion.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/help_text.hpp"
#include "experiments/cli/man_page.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments {
namespace {

struct HelpOptions {
  std::vector<std::string> words;
  bool is_man_page = false;
  std::optional<Shell> shell;
};

int help(const HelpOptions& options) {
  if (options.is_man_page + options.shell.has_value() + !options.words.empty() > 1)
    throw InputError("help: expected a command, or --man, or --completion");
  if (options.is_man_page) {
    print(man_page());
    return 0;
  }
  if (options.shell) {
    print(completion_script(*options.shell));
    return 0;
  }
  if (options.words.empty()) {
    print(help_of_program());
    return 0;
  }
  std::string text;
  for (const NamedCommand& named : find_commands(options.words))
    text += (text.empty() ? "" : "\n") + help_of(*named.command, named.full_name);
  print(text);
  return 0;
}

void add_help_options(CommandSyntax& syntax, HelpOptions& options) {
  syntax.arguments("COMMAND", "the command to explain", more_texts(options.words), 0, 2);
  syntax.flag("--man", "print the manual page, as troff", options.is_man_page);
  syntax.option("--completion", "SHELL", "print a script that completes command lines",
                choice(options.shell,
                       Choices<Shell>{{"bash", Shell::bash}, {"fish", Shell::fish}, {"zsh", Shell::zsh}}));
}

}  // namespace

Command help_command() {
  return {
      .name = "help",
      .summary = "explain a command",
      .details =
          "--man and --completion print what shells and man read, made from the same tables as the help:\n\n"
          "  sapper help --man > ~/.local/share/man/man1/sapper.1\n"
          "  source <(sapper help --completion bash)            (or zsh, after compinit)\n"
          "  sapper help --completion fish | source",
      .examples = {"sapper help run", "sapper help play go", "sapper help nim"},
      .declare = declared(add_help_options, help)};
}

}  // namespace sapper::experiments
