// The list of commands. To add one, declare its function and add it to the list.
#include "solvers/minesweeper/strategies/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_line.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/help_text.hpp"
#include "experiments/kinds/minesweeper/board.hpp"
#include "experiments/support/errors.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments {

Command analyze_command();
Command archive_command();
Command boards_command();
Command compare_command();
Command gtp_command();
Command help_command();
Command judge_command();
Command list_command();
Command merge_command();
Command methods_command();
Command page_command();
Command play_command();
Command plot_command();
Command positions_command();
Command report_command();
Command review_command();
Command run_command();
Command scale_command();
Command score_command();
Command solve_command();
Command table_command();
Command tune_command();
Command validate_command();
Command verify_command();

std::span<const Command> commands() {
  static const std::array all{
      run_command(),     analyze_command(),   validate_command(), list_command(),   scale_command(),
      tune_command(),    merge_command(),     compare_command(),  plot_command(),   table_command(),
      methods_command(), report_command(),    judge_command(),    review_command(), verify_command(),
      archive_command(), positions_command(), score_command(),    boards_command(), play_command(),
      page_command(),    solve_command(),     gtp_command(),      help_command(),
  };
  return all;
}

// `sapper list`: what a config may name (strategies, first-click rules, topologies, levels), each with one line
// of explanation.

namespace {

struct Line {
  std::string_view name;
  std::string_view description;
  std::span<const solvers::Parameter> settings = {};
  boost::json::object size = {};  // of a level
};

struct Section {
  std::string_view title;
  std::string_view key;  // in JSON
  std::vector<Line> lines;
};

template <class Entries>
std::vector<Line> lines_of(const Entries& entries) {
  std::vector<Line> lines;
  for (const auto& entry : entries) {
    Line& line = lines.emplace_back(Line{entry.name, entry.description});
    if constexpr (requires { entry.parameters; }) line.settings = entry.parameters;
    if constexpr (requires { entry.mines; })
      line.size = {{"rows", entry.rows}, {"cols", entry.cols}, {"mines", entry.mines}};
  }
  return lines;
}

// `0 to 3`, or the values of a choice.
std::string range_text(const solvers::Parameter& setting) {
  if (setting.type == solvers::Parameter::Type::choice)
    return fmt::format("{}", fmt::join(setting.choices, ", "));
  if (setting.type == solvers::Parameter::Type::texts) return "a list of texts";
  if (setting.type == solvers::Parameter::Type::numbers) return "an object of numbers";
  return fmt::format("{} to {}", value_text(setting, setting.least), value_text(setting, setting.most));
}

std::string as_text(std::span<const Section> sections) {
  std::size_t width = 0;
  for (const Section& section : sections)
    for (const Line& line : section.lines) width = std::max(width, line.name.size());
  std::string text;
  for (const Section& section : sections) {
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", section.title);
    for (const Line& line : section.lines) {
      text += fmt::format("  {:<{}}  {}\n", line.name, width, line.description);
      for (const solvers::Parameter& setting : line.settings)
        text += fmt::format(
            "  {:<{}}    {}: {} ({}; {})\n", "", width, setting.name, setting.description,
            range_text(setting),
            setting.is_required() ? "required" : "default " + value_text(setting, setting.fallback));
    }
  }
  return text;
}

boost::json::object as_json(std::span<const Section> sections) {
  boost::json::object root{{"schema", "sapper-list/1"}};
  for (const Section& section : sections) {
    boost::json::array& entries = root[section.key].emplace_array();
    for (const Line& line : section.lines) {
      boost::json::object entry{{"name", line.name}, {"description", line.description}};
      entry.insert(line.size.begin(), line.size.end());
      boost::json::array settings;
      for (const solvers::Parameter& setting : line.settings) {
        boost::json::value fallback;
        if (!setting.is_required()) fallback = value_text(setting, setting.fallback);
        settings.push_back({{"name", setting.name},
                            {"description", setting.description},
                            {"values", range_text(setting)},
                            {"default", std::move(fallback)}});
      }
      if (!settings.empty()) entry["settings"] = std::move(settings);
      entries.push_back(std::move(entry));
    }
  }
  return root;
}

struct ListOptions {
  bool is_json = false;
};

int list(const ListOptions& options) {
  const std::array sections{
      Section{"Strategies, each with its settings", "strategies", lines_of(solvers::strategies())},
      Section{"First-click rules", "first_click_rules", lines_of(sim::kFirstClickRules)},
      Section{"Reveals", "reveals", lines_of(sim::kReveals)},
      Section{"Mine motions", "mine_motions", lines_of(sim::kMineMotions)},
      Section{"Topologies", "topologies", lines_of(sim::kTopologies)},
      Section{"Levels", "levels", lines_of(minesweeper::levels())},
  };
  print(options.is_json ? boost::json::serialize(as_json(sections)) + '\n' : as_text(sections));
  return 0;
}

void add_list_options(Syntax& syntax, ListOptions& options) {
  syntax.flag("--json", "print JSON (sapper-list/1)", options.is_json);
}

}  // namespace

Command list_command() {
  return {.name = "list",
          .summary = "list strategies, first-click rules, topologies and levels",
          .examples = {"sapper list", "sapper list --json"},
          .declare = declared(add_list_options, list)};
}

// `sapper help [COMMAND]`: help, a man page, completion for shells.

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
  const NamedCommand named = find_command(options.words);
  print(help_of(*named.command, named.full_name));
  return 0;
}

void add_help_options(Syntax& syntax, HelpOptions& options) {
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
      .examples = {"sapper help run", "sapper help play go"},
      .declare = declared(add_help_options, help)};
}

}  // namespace sapper::experiments
