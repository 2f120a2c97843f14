// Values of options and arguments: how text on the command line becomes a typed value, and what the help says about it.
//
// A Value refers to the variable that it sets, which must outlive it. The whole text must be valid; numbers out of
// range are refused, never clamped.
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sapper::experiments {

struct OptionValue {
  // Parses `text` and stores the value. InputError, starting with `name` (`--games`), if the text is invalid or out of
  // range.
  std::function<void(const std::string& name, const std::string& text)> read;
  std::string allowed = {};             // for the help: `1 to 4096`; may be empty
  std::string fallback = {};            // the default, for the help of an option; empty: none
  std::vector<std::string> words = {};  // for completion: the allowed names, if there is a list
  bool is_file = false;                 // for completion
  bool is_repeatable = false;           // as an option: may be given several times, and is read once for each
};

// A whole number as whole_value reads it (1000000, 1e6, 2.5e3), or with k, M or G for 10^3, 10^6 or 10^9:
// 10k, 1.5M. Nothing if it is anything else or above 2^64-1.
std::optional<std::uint64_t> parse_whole(std::string_view text);

// Reads a whole number; the bounds are included.
OptionValue whole_number_value(std::uint64_t least, std::uint64_t most,
                               std::function<void(std::uint64_t)> store);

template <std::integral Integer>
OptionValue whole_number(Integer& target, std::uint64_t least, std::uint64_t most) {
  OptionValue value =
      whole_number_value(least, most, [&target](std::uint64_t read) { target = static_cast<Integer>(read); });
  value.fallback = std::to_string(target);
  return value;
}
template <std::integral Integer>
OptionValue whole_number(std::optional<Integer>& target, std::uint64_t least, std::uint64_t most) {
  return whole_number_value(least, most,
                            [&target](std::uint64_t read) { target = static_cast<Integer>(read); });
}
// Reads numbers separated by commas, each once, and sorts them.
OptionValue whole_numbers(std::vector<std::size_t>& target, std::uint64_t least, std::uint64_t most);

// Appends one more number or text each time it is read.
OptionValue more_whole_numbers(std::vector<int>& target, std::uint64_t least, std::uint64_t most);
OptionValue more_texts(std::vector<std::string>& target);
OptionValue more_files(std::vector<std::string>& target);

enum class NumberRange : std::uint8_t { positive, not_negative };
OptionValue seconds(double& target, NumberRange zero = NumberRange::positive);
OptionValue seconds(std::optional<double>& target, NumberRange zero = NumberRange::positive);
// Reads a number from 0 to 1.
OptionValue share(std::optional<double>& target);

OptionValue text(std::string& target);
OptionValue text(std::optional<std::string>& target);
// Stores what is written; the names are offered by completion.
OptionValue name_of(std::optional<std::string>& target, std::span<const std::string_view> names);
OptionValue path(std::filesystem::path& target);
OptionValue path(std::optional<std::filesystem::path>& target);

// The value that belongs to one of these names.
OptionValue choice_value(std::vector<std::string> names, std::function<void(std::size_t)> store);
template <class Choice>
using Choices = std::vector<std::pair<std::string, Choice>>;
// The names of a table's rows, each with a member of its row.
template <class Table, class Choice>
Choices<Choice> choices_in(const Table& table, Choice Table::value_type::*member) {
  Choices<Choice> choices;
  for (const auto& row : table) choices.emplace_back(row.name, row.*member);
  return choices;
}
template <class Choice, class Target>
OptionValue choice(Target& target, const Choices<Choice>& choices) {
  std::vector<std::string> names;
  for (const auto& [name, value] : choices) names.push_back(name);
  OptionValue value =
      choice_value(std::move(names), [&target, choices](std::size_t i) { target = choices[i].second; });
  for (const auto& [name, choice] : choices)
    if (target == Target(choice)) value.fallback = name;
  return value;
}

}  // namespace sapper::experiments
