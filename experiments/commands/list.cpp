// `sapper list`: what a config may name (strategies, first-click rules, topologies, levels), each with one line of
// explanation.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/kinds/minesweeper/boards/levels.hpp"
#include "experiments/kinds/minesweeper/config/players.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments {
namespace {

struct ListRow {
  std::string_view name;
  std::string_view description;
  std::span<const solvers::Parameter> settings = {};
  boost::json::object size = {};  // of a level
};

struct Section {
  std::string_view title;
  std::string_view key;  // in JSON
  std::vector<ListRow> rows;
};

template <class Entries>
std::vector<ListRow> rows_of(const Entries& entries) {
  std::vector<ListRow> rows;
  for (const auto& entry : entries) {
    ListRow& row = rows.emplace_back(ListRow{entry.name, entry.description});
    if constexpr (requires { entry.parameters; }) row.settings = entry.parameters;
    if constexpr (requires { entry.mines; })
      row.size = {{"rows", entry.rows}, {"cols", entry.cols}, {"mines", entry.mines}};
  }
  return rows;
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
    for (const ListRow& row : section.rows) width = std::max(width, row.name.size());
  std::string text;
  for (const Section& section : sections) {
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", section.title);
    for (const ListRow& row : section.rows) {
      text += fmt::format("  {:<{}}  {}\n", row.name, width, row.description);
      for (const solvers::Parameter& setting : row.settings)
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
    for (const ListRow& row : section.rows) {
      boost::json::object entry{{"name", row.name}, {"description", row.description}};
      entry.insert(row.size.begin(), row.size.end());
      boost::json::array settings;
      for (const solvers::Parameter& setting : row.settings) {
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
      Section{"Strategies, each with its settings", "strategies", rows_of(minesweeper::players())},
      Section{"First-click rules", "first_click_rules", rows_of(sim::kFirstClickRules)},
      Section{"Reveals", "reveals", rows_of(sim::kReveals)},
      Section{"Mine motions", "mine_motions", rows_of(sim::kMineMotions)},
      Section{"Topologies", "topologies", rows_of(sim::kTopologies)},
      Section{"Lattices", "lattices", rows_of(minesweeper::shipped_lattices())},
      Section{"Levels", "levels", rows_of(minesweeper::levels())},
  };
  print(options.is_json ? boost::json::serialize(as_json(sections)) + '\n' : as_text(sections));
  return 0;
}

void add_list_options(CommandSyntax& syntax, ListOptions& options) {
  syntax.flag("--json", "print JSON (sapper-list/1)", options.is_json);
}

}  // namespace

Command list_command() {
  return {.name = "list",
          .summary = "list strategies, first-click rules, reveals, topologies, lattices and levels",
          .examples = {"sapper list", "sapper list --json"},
          .declare = declared(add_list_options, list)};
}

}  // namespace sapper::experiments
