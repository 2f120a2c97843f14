#include "experiments/cli/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <utility>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/help_text.hpp"
#include "experiments/cli/parse_words.hpp"
#include "experiments/run/ranks.hpp"
#include "experiments/support/bibtex.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments {

namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongInput = 2;

bool is_help(const std::string& word) { return word == "--help" || word == "-h"; }

std::vector<NamedCommand> subcommands_named(const std::string& word) {
  std::vector<NamedCommand> all;
  for (const Command& group : commands())
    if (const Command* const subcommand = group.find(word))
      all.push_back({group.name + " " + subcommand->name, subcommand});
  return all;
}

const Command& find_top_command(const std::string& word) {
  if (const Command* const command = find_named(commands(), word)) return *command;
  std::vector<std::string> meant;
  for (const NamedCommand& named : subcommands_named(word)) meant.push_back("sapper " + named.full_name);
  throw InputError(fmt::format("\"{}\" is not a command; {}", word,
                               meant.empty() ? json::suggest(word, names_in(commands()))
                                             : fmt::format("expected {}", fmt::join(meant, " or "))));
}

[[noreturn]] void refuse_subcommand(const Command& group, const std::string& word) {
  throw InputError(fmt::format("{}: \"{}\" is not a {}; {}", group.name, word, group.subcommand_kind,
                               json::suggest(word, names_in(group.subcommands))));
}

// The first line is the version alone, for scripts.
void print_version() {
  print(fmt::format("sapper {}\n{}{}\nTo cite it:\n\n{}", version(),
                    commit().empty() ? std::string() : fmt::format("commit {}\n", commit()),
                    repository().empty() ? std::string() : fmt::format("repository {}\n", repository()),
                    bibtex(version(), commit())));
}

int run_command(const NamedCommand& named, const std::vector<std::string>& words) {
  const CommandDeclaration declaration = declaration_of(*named.command);
  switch (parse_words(declaration.syntax, named.full_name, words)) {
    case ParsedRequest::help:
      print(help_of(*named.command, named.full_name));
      return kDone;
    case ParsedRequest::version:
      print_version();
      return kDone;
    case ParsedRequest::run:
      return declaration.action();
  }
  return kFailed;
}

// `words`: those after the group's name.
int run_group(const Command& group, std::vector<std::string> words) {
  if (!words.empty() && !is_option(words.front())) {
    const Command* const command = group.find(words.front());
    if (command == nullptr) refuse_subcommand(group, words.front());
    words.erase(words.begin());
    return run_command({group.name + " " + command->name, command}, words);
  }
  if (!words.empty() && is_help(words.front())) {
    print(help_of(group, group.name));
    return kDone;
  }
  if (group.default_subcommand.empty())
    throw InputError(fmt::format("{}: a {} is needed: {}", group.name, group.subcommand_kind,
                                 fmt::join(names_in(group.subcommands), ", ")));
  for (const std::string& word : words)
    if (group.find(word) != nullptr)
      throw InputError(fmt::format("{0}: the {1} goes before its options: sapper {0} {2} ...", group.name,
                                   group.subcommand_kind, word));
  return run_command({group.name, group.find(group.default_subcommand)}, words);
}

// Runs `action`; turns whatever it throws into a line on standard error and a status.
int status_of(const std::function<int()>& action) {
  try {
    return action();
  } catch (const OutputClosed&) {
    return kDone;
  } catch (const InputError& error) {
    if (!is_further_rank()) print_error(error.what());
    return kWrongInput;
  } catch (const std::exception& error) {
    print_error(error_text(error));
    return kFailed;
  }
}

}  // namespace

std::vector<NamedCommand> find_commands(const std::vector<std::string>& words) {
  if (words.size() == 1 && find_named(commands(), words[0]) == nullptr)
    if (std::vector<NamedCommand> subcommands = subcommands_named(words[0]); !subcommands.empty())
      return subcommands;
  const Command& command = find_top_command(words.at(0));
  if (words.size() == 1) return {{command.name, &command}};
  if (command.subcommands.empty())
    throw InputError(
        fmt::format("help: unexpected argument \"{}\"; {} has no subcommands", words[1], command.name));
  const Command* const subcommand = command.find(words[1]);
  if (subcommand == nullptr) refuse_subcommand(command, words[1]);
  return {{command.name + " " + subcommand->name, subcommand}};
}

int run_words(const std::vector<std::string>& words) {
  if (words.empty() || words.front().empty())
    throw InputError(fmt::format("a command is needed: {}; sapper help explains them",
                                 fmt::join(names_in(commands()), ", ")));
  const std::string& first = words.front();
  if (is_help(first)) {
    print(help_of_program());
    return kDone;
  }
  if (first == "--version") {
    print_version();
    return kDone;
  }
  if (is_option(first))
    throw InputError(
        fmt::format("{} precedes the command; options must follow it: sapper COMMAND [OPTION]...", first));
  const Command& command = find_top_command(first);
  std::vector<std::string> rest(words.begin() + 1, words.end());
  return command.subcommands.empty() ? run_command({command.name, &command}, rest)
                                     : run_group(command, std::move(rest));
}

int run_command_line(int argc, const char* const* argv) noexcept {
  prepare_console();
  return status_of([&] {
    try {
      const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
      if (argc > 0) set_called_as(argv[0], words);
      const int status = run_words(words);
      flush_output();
      return status;
    } catch (...) {
      std::fflush(stdout);  // results come before the error
      throw;
    }
  });
}

}  // namespace sapper::experiments
