#include "experiments/engine/settings_json.hpp"

#include <fmt/format.h>

#include <boost/json/object.hpp>

#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

using solvers::Parameter;

constexpr std::size_t kLongestLabel = 60;
constexpr std::string_view kName = "name";
constexpr std::string_view kLabel = "label";

double read_value(const json::Node& node, const Parameter& parameter) {
  switch (parameter.type) {
    case Parameter::Type::whole:
      return static_cast<double>(node.as_whole(static_cast<std::uint64_t>(parameter.least),
                                               static_cast<std::uint64_t>(parameter.most)));
    case Parameter::Type::number:
      return node.as_number(parameter.least, parameter.most);
    case Parameter::Type::choice:
      return static_cast<double>(node.as_choice(parameter.choices, parameter.description));
  }
  return parameter.fallback;
}

boost::json::value value_json(const Parameter& parameter, double value) {
  if (parameter.type == Parameter::Type::whole) return static_cast<std::int64_t>(value);
  if (parameter.type == Parameter::Type::number) return value;
  return boost::json::string(parameter.choices[static_cast<std::size_t>(value)]);
}

}  // namespace

std::string read_label(const json::Node& node) {
  const std::string label(node.as_string());
  if (label.empty() || label.size() > kLongestLabel || printable(label, label.size()) != label)
    node.fail_value(
        fmt::format("expected 1 to {} characters without control characters or others that "
                    "cannot be seen",
                    kLongestLabel));
  return label;
}

NamedSettings read_settings(const json::Node& node, std::span<const NamedParameters> rows,
                            std::string_view what) {
  std::vector<std::string_view> names;
  for (const NamedParameters& row : rows) names.push_back(row.name);
  NamedSettings read;
  if (!node.is(json::Kind::object)) {
    read.index = node.as_choice(names, what);
    read.settings = solvers::Settings(rows[read.index].parameters);
    read.label = names[read.index];
    return read;
  }
  read.index = node.need(kName).as_choice(names, what);
  const std::span<const Parameter> parameters = rows[read.index].parameters;
  std::vector<std::string_view> keys{kName, kLabel};
  for (const Parameter& parameter : parameters) keys.push_back(parameter.name);
  node.expect_object(keys);
  read.settings = solvers::Settings(parameters);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (const auto value = node.find(parameters[i].name))
      read.settings.set(i, read_value(*value, parameters[i]));
  const auto label = node.find(kLabel);
  read.label = label ? read_label(*label) : label_of(names[read.index], read.settings);
  return read;
}

boost::json::value settings_to_json(std::string_view name, const solvers::Settings& settings,
                                    const std::string& label) {
  if (settings.parameters().empty() && label == name) return boost::json::string(name);
  boost::json::object object{{kName, name}};
  for (std::size_t i = 0; i < settings.parameters().size(); ++i)
    object[settings.parameters()[i].name] = value_json(settings.parameters()[i], settings.value(i));
  object[kLabel] = label;
  return object;
}

}  // namespace sapper::experiments
