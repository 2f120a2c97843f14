// Strategies and players with settings in configs: `"min_risk"`, or
// `{"name": "expert", "effort": 2, "label": "strong"}`.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/json/node.hpp"
#include "solvers/support/settings.hpp"

namespace sapper::experiments {

// A row of a registry, which a config may name.
struct NamedParameters {
  std::string_view name;
  std::span<const solvers::Parameter> parameters;
};

struct NamedSettings {
  std::size_t index = 0;  // of the rows
  solvers::Settings settings;
  std::string label;  // as given, or the name with the settings that differ from their defaults
};

// InputError for an unknown name or key (suggesting the nearest valid one), a value of the wrong type or out of range,
// or an invalid label. `what`: "the name of a strategy".
NamedSettings read_settings(const json::Node& node, std::span<const NamedParameters> rows,
                            std::string_view what);

// The choice of one of the rows.
template <class Choice, class Entry>
Choice read_choice(const json::Node& node, std::span<const Entry> entries, std::string_view what) {
  std::vector<NamedParameters> rows;
  for (const Entry& entry : entries) rows.push_back({entry.name, entry.parameters});
  NamedSettings read = read_settings(node, rows, what);
  Choice choice(entries[read.index]);
  choice.settings = std::move(read.settings);
  choice.label = std::move(read.label);
  return choice;
}

// The name alone if there are no settings and the label is the name; else an equivalent object with all defaults filled
// in, except those of parameters that were added later.
boost::json::value settings_to_json(std::string_view name, const solvers::Settings& settings,
                                    const std::string& label);

// `{"caution": 0.5}`.
boost::json::object numbers_json(const std::vector<solvers::NamedNumber>& numbers);

// A label of the config: 1 to 60 printable characters. InputError otherwise.
std::string read_label(const json::Node& node);

}  // namespace sapper::experiments
