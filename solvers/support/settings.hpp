// Settings of strategies and players: a table of parameters defines what can be set, and a Settings object holds one
// value for each. Config validation, `sapper list`, error messages, defaults in reports and labels are all derived from
// the table, so that a new parameter is one row next to the strategy that reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::solvers {

struct Parameter {
  enum class Type : std::uint8_t { whole, number, choice, texts, numbers };

  std::string_view name;  // lower case, as in a config
  std::string_view description;
  Type type = Type::whole;
  // Inclusive bounds; whole numbers stay below 2^53. For a choice: 0 to choices.size() - 1; for texts and numbers: how
  // many.
  double least = 0;
  double most = 0;
  double fallback = 0;  // the default; for a choice, its index
  std::span<const std::string_view> choices = {};
  // Whether expanded configs hold the default too. Those of a parameter that a strategy gained later do not, so that what
  // is played without it keeps its bytes.
  bool is_written_by_default = true;

  static constexpr Parameter whole(std::string_view name, double least, double most, double fallback,
                                   std::string_view description) {
    return {name, description, Type::whole, least, most, fallback};
  }
  static constexpr Parameter number(std::string_view name, double least, double most, double fallback,
                                    std::string_view description) {
    return {name, description, Type::number, least, most, fallback};
  }
  static constexpr Parameter choice(std::string_view name, std::span<const std::string_view> choices,
                                    std::size_t fallback, std::string_view description) {
    return {name,
            description,
            Type::choice,
            0,
            static_cast<double>(choices.size() - 1),
            static_cast<double>(fallback),
            choices};
  }
  // A list of texts, empty by default. One with a positive minimum is required.
  static constexpr Parameter texts(std::string_view name, double least, double most,
                                   std::string_view description) {
    return {name, description, Type::texts, least, most, 0};
  }
  // Numbers with names of the user's choice, none by default.
  static constexpr Parameter numbers(std::string_view name, double most, std::string_view description) {
    return {name, description, Type::numbers, 0, most, 0};
  }
  // The same parameter, marked as added to a strategy after its first version.
  constexpr Parameter added_later() const {
    Parameter later = *this;
    later.is_written_by_default = false;
    return later;
  }

  bool is_required() const { return type == Type::texts && least > 0; }
};

struct NamedNumber {
  std::string name;
  double value = 0;
  bool operator==(const NamedNumber&) const = default;
};

// One value for each parameter of a table, which must outlive the object.
class Settings {
 public:
  Settings() = default;
  // All at their defaults.
  explicit Settings(std::span<const Parameter> parameters);

  std::span<const Parameter> parameters() const { return parameters_; }
  // The value of parameters()[index]; of a choice the index of the value, of texts and numbers how many there are.
  double value(std::size_t index) const { return values_[index]; }
  // The value must be within the parameter's bounds, and whole if its type requires it.
  void set(std::size_t index, double value);
  void set(std::string_view name, double value);  // std::logic_error if there is no such parameter
  void set_texts(std::size_t index, std::vector<std::string> texts);
  void set_numbers(std::size_t index, std::vector<NamedNumber> numbers);
  bool is_default(std::size_t index) const { return values_[index] == parameters_[index].fallback; }

  // The value of the named parameter, which has that type. std::logic_error if there is no such parameter.
  std::int64_t whole(std::string_view name) const;
  double number(std::string_view name) const;
  std::string_view choice(std::string_view name) const;
  const std::vector<std::string>& texts(std::string_view name) const;
  const std::vector<std::string>& texts(std::size_t index) const { return texts_[index]; }
  const std::vector<NamedNumber>& numbers(std::string_view name) const { return numbers(index_of(name)); }
  const std::vector<NamedNumber>& numbers(std::size_t index) const { return numbers_[index]; }

  bool operator==(const Settings& other) const {
    return values_ == other.values_ && texts_ == other.texts_ && numbers_ == other.numbers_;
  }

 private:
  std::size_t index_of(std::string_view name) const;

  std::span<const Parameter> parameters_;
  std::vector<double> values_;
  std::vector<std::vector<std::string>> texts_;    // [parameter]; empty for other types
  std::vector<std::vector<NamedNumber>> numbers_;  // the same
};

// A parameter's value as text: `100`, `0.05`, `stop`; of numbers, how many. Not for texts.
std::string value_text(const Parameter& parameter, double value);

// `expert(effort=2)`: the name, then the settings that differ from their defaults; texts and numbers are omitted.
std::string label_of(std::string_view name, const Settings& settings);

// A row of a registry, with a name and parameters, as a config chooses it.
template <class Entry>
struct Choice {
  const Entry* entry = nullptr;
  Settings settings;
  std::string label;  // in tables and reports; unique in a config

  Choice() = default;
  // The settings are the defaults, and the label is its name.
  explicit Choice(const Entry& chosen) : entry(&chosen), settings(chosen.parameters), label(chosen.name) {}

  std::string name() const { return label_of(entry->name, settings); }
};

}  // namespace sapper::solvers
