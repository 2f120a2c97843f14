#include "solvers/support/settings.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "sim/support/contracts.hpp"

namespace sapper::solvers {

Settings::Settings(std::span<const Parameter> parameters) : parameters_(parameters) {
  values_.reserve(parameters.size());
  texts_.resize(parameters.size());
  numbers_.resize(parameters.size());
  for (const Parameter& parameter : parameters) values_.push_back(parameter.fallback);
}

void Settings::set(std::size_t index, double value) {
  [[maybe_unused]] const Parameter& parameter = parameters_[index];
  SAPPER_EXPECT(value >= parameter.least && value <= parameter.most);
  SAPPER_EXPECT(parameter.type == Parameter::Type::number || value == std::floor(value));
  values_[index] = value;
}

void Settings::set_texts(std::size_t index, std::vector<std::string> texts) {
  SAPPER_EXPECT(parameters_[index].type == Parameter::Type::texts);
  set(index, static_cast<double>(texts.size()));
  texts_[index] = std::move(texts);
}

void Settings::set_numbers(std::size_t index, std::vector<NamedNumber> numbers) {
  SAPPER_EXPECT(parameters_[index].type == Parameter::Type::numbers);
  set(index, static_cast<double>(numbers.size()));
  numbers_[index] = std::move(numbers);
}

void Settings::set(std::string_view name, double value) { set(index_of(name), value); }

std::int64_t Settings::whole(std::string_view name) const {
  return static_cast<std::int64_t>(values_[index_of(name)]);
}

double Settings::number(std::string_view name) const { return values_[index_of(name)]; }

std::string_view Settings::choice(std::string_view name) const {
  const std::size_t index = index_of(name);
  if (parameters_[index].type != Parameter::Type::choice)
    throw std::logic_error("the setting \"" + std::string(name) + "\" is not a choice");
  return parameters_[index].choices[static_cast<std::size_t>(values_[index])];
}

const std::vector<std::string>& Settings::texts(std::string_view name) const {
  return texts_[index_of(name)];
}

std::size_t Settings::index_of(std::string_view name) const {
  for (std::size_t index = 0; index < parameters_.size(); ++index)
    if (parameters_[index].name == name) return index;
  throw std::logic_error("no setting \"" + std::string(name) + "\"");
}

std::string value_text(const Parameter& parameter, double value) {
  if (parameter.type == Parameter::Type::choice)
    return std::string(parameter.choices[static_cast<std::size_t>(value)]);
  std::array<char, 32> text;
  const auto end =
      parameter.type != Parameter::Type::number
          ? std::to_chars(text.data(), text.data() + text.size(), static_cast<std::int64_t>(value)).ptr
          : std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::string label_of(std::string_view name, const Settings& settings) {
  std::string label(name);
  bool has_any = false;
  for (std::size_t i = 0; i < settings.parameters().size(); ++i) {
    const Parameter& parameter = settings.parameters()[i];
    if (settings.is_default(i) || parameter.type == Parameter::Type::texts ||
        parameter.type == Parameter::Type::numbers)
      continue;
    label += has_any ? "," : "(";
    has_any = true;
    label += std::string(parameter.name) + '=' + value_text(parameter, settings.value(i));
  }
  if (has_any) label += ')';
  return label;
}

}  // namespace sapper::solvers
