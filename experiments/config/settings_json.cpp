#include "experiments/config/settings_json.hpp"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <limits>

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
    case Parameter::Type::texts:    // read_texts
    case Parameter::Type::numbers:  // read_numbers
      break;
    case Parameter::Type::choice:
      return static_cast<double>(node.as_choice(parameter.choices, parameter.description));
  }
  return parameter.fallback;
}

// Texts become part of command lines, so control characters such as NUL are not allowed.
std::vector<std::string> read_texts(const json::Node& node, const Parameter& parameter) {
  std::vector<std::string> texts;
  for (const json::Node& item : node.items()) {
    texts.emplace_back(item.as_string());
    for (const char letter : texts.back())
      if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F)
        item.fail_value("expected text without control characters");
  }
  if (static_cast<double>(texts.size()) < parameter.least ||
      static_cast<double>(texts.size()) > parameter.most)
    node.fail(fmt::format(" has {} texts; expected {} to {}", texts.size(), parameter.least, parameter.most));
  return texts;
}

// The names are the user's; a command line can list them (sapper tune).
std::vector<solvers::NamedNumber> read_numbers(const json::Node& node, const Parameter& parameter) {
  constexpr std::size_t kLongestSetting = 40;
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  constexpr double kLargest = std::numeric_limits<double>::max();
  if (!node.is(json::Kind::object))
    node.fail_value("expected an object of numbers, such as {\"caution\": 0.5}");
  std::vector<solvers::NamedNumber> numbers;
  for (const json::Node& member : node.members()) {
    const std::string_view name = member.key();
    if (name.empty() || name.size() > kLongestSetting ||
        name.find_first_not_of(kLetters) != std::string_view::npos)
      member.fail(fmt::format(": expected a name of 1 to {} letters, digits and _", kLongestSetting));
    numbers.push_back({std::string(name), member.as_number(-kLargest, kLargest)});
  }
  if (static_cast<double>(numbers.size()) > parameter.most)
    node.fail(fmt::format(" has {} numbers; expected at most {}", numbers.size(), parameter.most));
  return numbers;
}

void read_parameter(const json::Node& node, std::size_t index, solvers::Settings& settings) {
  const Parameter& parameter = settings.parameters()[index];
  if (parameter.type == Parameter::Type::texts)
    settings.set_texts(index, read_texts(node, parameter));
  else if (parameter.type == Parameter::Type::numbers)
    settings.set_numbers(index, read_numbers(node, parameter));
  else
    settings.set(index, read_value(node, parameter));
}

void require_parameters(const json::Node& node, std::string_view name,
                        std::span<const Parameter> parameters) {
  for (const Parameter& parameter : parameters)
    if (parameter.is_required() && (!node.is(json::Kind::object) || !node.find(parameter.name)))
      node.fail(fmt::format(" lacks the key \"{0}\", {1}; expected {{\"name\": \"{2}\", \"{0}\": [...]}}",
                            parameter.name, parameter.description, name));
}

bool is_written(const solvers::Settings& settings, std::size_t index) {
  return settings.parameters()[index].is_written_by_default || !settings.is_default(index);
}

boost::json::value value_json(const solvers::Settings& settings, std::size_t index) {
  const Parameter& parameter = settings.parameters()[index];
  const double value = settings.value(index);
  if (parameter.type == Parameter::Type::texts) {
    boost::json::array texts;
    for (const std::string& text : settings.texts(index)) texts.emplace_back(text);
    return texts;
  }
  if (parameter.type == Parameter::Type::numbers) return numbers_json(settings.numbers(index));
  if (parameter.type == Parameter::Type::whole) return static_cast<std::int64_t>(value);
  if (parameter.type == Parameter::Type::number) return value;
  return boost::json::string(parameter.choices[static_cast<std::size_t>(value)]);
}

}  // namespace

boost::json::object numbers_json(const std::vector<solvers::NamedNumber>& numbers) {
  boost::json::object object;
  for (const solvers::NamedNumber& number : numbers) object[number.name] = number.value;
  return object;
}

std::string read_label(const json::Node& node) {
  std::string label(node.as_string());
  if (label.empty() || label.size() > kLongestLabel || printable(label, label.size()) != label)
    node.fail_value(fmt::format("expected 1 to {} characters, all of them printable", kLongestLabel));
  return label;
}

NamedSettings read_settings(const json::Node& node, std::span<const NamedParameters> rows,
                            std::string_view what) {
  std::vector<std::string_view> names;
  for (const NamedParameters& row : rows) names.push_back(row.name);
  NamedSettings read;
  if (!node.is(json::Kind::object)) {
    read.index = node.as_choice(names, what);
    require_parameters(node, names[read.index], rows[read.index].parameters);
    read.settings = solvers::Settings(rows[read.index].parameters);
    read.label = names[read.index];
    return read;
  }
  read.index = node.need(kName).as_choice(names, what);
  const std::span<const Parameter> parameters = rows[read.index].parameters;
  std::vector<std::string_view> keys{kName, kLabel};
  for (const Parameter& parameter : parameters) keys.push_back(parameter.name);
  node.expect_object(keys);
  require_parameters(node, names[read.index], parameters);
  read.settings = solvers::Settings(parameters);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (const auto value = node.find(parameters[i].name)) read_parameter(*value, i, read.settings);
  const auto label = node.find(kLabel);
  read.label = label ? read_label(*label) : label_of(names[read.index], read.settings);
  return read;
}

boost::json::value settings_to_json(std::string_view name, const solvers::Settings& settings,
                                    const std::string& label) {
  if (settings.parameters().empty() && label == name) return boost::json::string(name);
  boost::json::object object{{kName, name}};
  for (std::size_t i = 0; i < settings.parameters().size(); ++i)
    if (is_written(settings, i)) object[settings.parameters()[i].name] = value_json(settings, i);
  object[kLabel] = label;
  return object;
}

}  // namespace sapper::experiments
