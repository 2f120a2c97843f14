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
#include <memory>
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
Command play_command();
Command plot_command();
Command positions_command();
Command report_command();
Command run_command();
Command scale_command();
Command score_command();
Command solve_command();
Command validate_command();
Command verify_command();

std::span<const Command> commands() {
  static const std::array kCommands{
      run_command(),    analyze_command(), validate_command(),  list_command(),   scale_command(),
      merge_command(),  compare_command(), plot_command(),      report_command(), judge_command(),
      verify_command(), archive_command(), positions_command(), score_command(),  boards_command(),
      play_command(),   solve_command(),   gtp_command(),       help_command(),
  };
  return kCommands;
}

// `sapper list`: what a config may name (strategies, first-click rules, topologies, levels), each with one line
// of explanation.

namespace {

struct Line {
  std::string name;
  std::string description;
  std::span<const solvers::Parameter> settings = {};
};

struct Section {
  std::string title;
  std::string key;  // in JSON
  std::vector<Line> lines;
};

template <class Entries>
Section section(std::string title, std::string key, const Entries& entries) {
  Section section{std::move(title), std::move(key), {}};
  for (const auto& entry : entries)
    section.lines.push_back({std::string(entry.name), std::string(entry.description)});
  return section;
}

Section strategies_section() {
  Section section{"Strategies, each with its settings", "strategies", {}};
  for (const solvers::StrategyEntry& entry : solvers::strategies())
    section.lines.push_back({std::string(entry.name), std::string(entry.description), entry.parameters});
  return section;
}

// `0 to 3`, or the values of a choice.
std::string range_text(const solvers::Parameter& setting) {
  if (setting.type == solvers::Parameter::Type::choice)
    return fmt::format("{}", fmt::join(setting.choices, ", "));
  if (setting.type == solvers::Parameter::Type::texts) return "a list of texts";
  return fmt::format("{} to {}", value_text(setting, setting.least), value_text(setting, setting.most));
}

std::string default_text(const solvers::Parameter& setting) {
  return setting.is_required() ? "required" : "default " + value_text(setting, setting.fallback);
}

boost::json::array settings_json(std::span<const solvers::Parameter> settings) {
  boost::json::array list;
  for (const solvers::Parameter& setting : settings)
    list.push_back(boost::json::object{
        {"name", setting.name},
        {"description", setting.description},
        {"values", range_text(setting)},
        {"default", setting.is_required() ? boost::json::value()
                                          : boost::json::string(value_text(setting, setting.fallback))}});
  return list;
}

std::string as_text(const std::vector<Section>& sections) {
  std::size_t width = 0;
  for (const Section& section : sections)
    for (const Line& line : section.lines) width = std::max(width, line.name.size());
  std::string text;
  for (const Section& section : sections) {
    if (!text.empty()) text += '\n';
    text += section.title + '\n';
    for (const Line& line : section.lines) {
      text += fmt::format("  {:<{}}  {}\n", line.name, width, line.description);
      for (const solvers::Parameter& setting : line.settings)
        text += fmt::format("  {:<{}}    {}: {} ({}; {})\n", "", width, setting.name, setting.description,
                            range_text(setting), default_text(setting));
    }
  }
  return text;
}

std::string as_json(const std::vector<Section>& sections, const std::vector<minesweeper::Level>& levels) {
  boost::json::object root{{"schema", "sapper-list/1"}};
  for (const Section& section : sections) {
    boost::json::array entries;
    for (const Line& line : section.lines) {
      boost::json::object entry{{"name", line.name}, {"description", line.description}};
      if (!line.settings.empty()) entry["settings"] = settings_json(line.settings);
      entries.push_back(std::move(entry));
    }
    root[section.key] = std::move(entries);
  }
  boost::json::array& entries = root.at("levels").as_array();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    boost::json::object& entry = entries[i].as_object();
    entry["rows"] = levels[i].rows;
    entry["cols"] = levels[i].cols;
    entry["mines"] = levels[i].mines;
  }
  return boost::json::serialize(root) + '\n';
}

int list(bool as_json_wanted) {
  const std::vector<minesweeper::Level>& levels = minesweeper::levels();
  const std::vector<Section> sections{
      strategies_section(),
      section("First-click rules", "first_click_rules", sim::kFirstClickRules),
      section("Reveals", "reveals", sim::kReveals),
      section("Mine motions", "mine_motions", sim::kMineMotions),
      section("Topologies", "topologies", sim::kTopologies),
      section("Levels", "levels", levels),
  };
  print(as_json_wanted ? as_json(sections, levels) : as_text(sections));
  return 0;
}

Action declare_list(Syntax& syntax) {
  const auto is_json = std::make_shared<bool>(false);
  syntax.flag("--json", "print JSON (sapper-list/1)", *is_json);
  return [is_json] { return list(*is_json); };
}

}  // namespace

Command list_command() {
  return {.name = "list",
          .summary = "list strategies, first-click rules, topologies and levels",
          .examples = {"sapper list", "sapper list --json"},
          .declare = declare_list};
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
