// `sapper list`: what a config may name (strategies, first-click rules, topologies, levels), each with one line
// of explanation.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/kinds/minesweeper/levels.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments {
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

}  // namespace sapper::experiments
