#include "experiments/cli/option_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/cli/command.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

const Command* Command::find(std::string_view subcommand) const {
  return find_named(subcommands, subcommand);
}

namespace {

constexpr double kMostSeconds = 1e9;

// Short: 2^64-1, 1e12.
std::string bound_text(std::uint64_t bound) {
  if (bound == std::numeric_limits<std::uint64_t>::max()) return "2^64-1";
  const std::string digits = std::to_string(bound);
  const bool is_power_of_ten = digits.front() == '1' && digits.find_first_not_of('0', 1) == std::string::npos;
  return is_power_of_ten && bound >= 1'000'000 ? fmt::format("1e{}", digits.size() - 1) : digits;
}

std::string range_text(std::uint64_t least, std::uint64_t most) {
  return fmt::format("{} to {}", bound_text(least), bound_text(most));
}

// Stores what `read` returns for the name and the text.
template <class Target, class Read>
OptionValue stored(Target& target, const Read& read) {
  return {.read = [&target, read](const std::string& name, const std::string& text) {
    target = read(name, text);
  }};
}

template <class Target>
OptionValue stored_seconds(Target& target, NumberRange zero) {
  return stored(target, [zero](const std::string& name, const std::string& text) {
    const auto value = parse_number<double>(text);
    if (value && *value <= kMostSeconds && (zero == NumberRange::not_negative ? *value >= 0 : *value > 0))
      return *value;
    throw InputError::in_value(
        name, text,
        fmt::format("expected a number of seconds, {}, up to {:g}",
                    zero == NumberRange::not_negative ? "0 or more" : "above 0", kMostSeconds));
  });
}

template <class Target>
OptionValue stored_text(Target& target) {
  return stored(target, [](const std::string&, const std::string& text) { return text; });
}

template <class Target>
OptionValue stored_path(Target& target) {
  OptionValue value = stored(target, [](const std::string& name, const std::string& text) {
    if (text.empty()) throw InputError::in_value(name, text, "expected the name of a file");
    return std::filesystem::path(text);
  });
  value.is_file = true;
  return value;
}

}  // namespace

std::optional<std::uint64_t> parse_whole(std::string_view text) {
  for (const auto& [suffixes, exponent] : {std::pair("kK", "e3"), {"M", "e6"}, {"G", "e9"}}) {
    if (text.empty() || std::string_view(suffixes).find(text.back()) == std::string_view::npos) continue;
    const std::string_view number = text.substr(0, text.size() - 1);
    if (number.find_first_of("eE") != std::string_view::npos) return std::nullopt;
    return whole_value(std::string(number) + exponent);
  }
  return whole_value(text);
}

OptionValue whole_number_value(std::uint64_t least, std::uint64_t most,
                               std::function<void(std::uint64_t)> store) {
  return {.read =
              [least, most, store = std::move(store)](const std::string& name, const std::string& text) {
                const auto value = parse_whole(text);
                if (!value || *value < least || *value > most)
                  throw InputError::in_value(
                      name, text, fmt::format("expected a whole number from {} to {}", least, most));
                store(*value);
              },
          .allowed = range_text(least, most)};
}

OptionValue whole_numbers(std::vector<std::size_t>& target, std::uint64_t least, std::uint64_t most) {
  const auto read = [least, most](const std::string& name, const std::string& text) {
    std::vector<std::size_t> numbers;
    for (const std::string_view part : split(text, ",")) {
      const auto number = parse_whole(part);
      if (!number || *number < least || *number > most)
        throw InputError::in_value(
            name, text,
            fmt::format("expected whole numbers from {} to {}, separated by commas", least, most));
      if (std::find(numbers.begin(), numbers.end(), *number) != numbers.end())
        throw InputError::in_value(name, text, fmt::format("{} is given twice", *number));
      numbers.push_back(*number);
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
  };
  OptionValue value = stored(target, read);
  value.allowed = range_text(least, most);
  return value;
}

OptionValue more_whole_numbers(std::vector<int>& target, std::uint64_t least, std::uint64_t most) {
  return whole_number_value(least, most,
                            [&target](std::uint64_t read) { target.push_back(static_cast<int>(read)); });
}

OptionValue more_texts(std::vector<std::string>& target) {
  return {.read = [&target](const auto&, const std::string& text) { target.push_back(text); }};
}

OptionValue more_files(std::vector<std::string>& target) {
  OptionValue value = more_texts(target);
  value.is_file = true;
  return value;
}

OptionValue seconds(double& target, NumberRange zero) {
  OptionValue value = stored_seconds(target, zero);
  value.fallback = fmt::format("{:g}", target);
  return value;
}

OptionValue seconds(std::optional<double>& target, NumberRange zero) { return stored_seconds(target, zero); }

OptionValue share(std::optional<double>& target) {
  OptionValue value = stored(target, [](const std::string& name, const std::string& text) {
    const auto number = parse_number<double>(text);
    if (!number || !(*number >= 0 && *number <= 1))
      throw InputError::in_value(name, text, "expected a number from 0 to 1");
    return *number;
  });
  value.allowed = "0 to 1";
  return value;
}

OptionValue text(std::string& target) {
  OptionValue value = stored_text(target);
  value.fallback = target;
  return value;
}

OptionValue text(std::optional<std::string>& target) { return stored_text(target); }

OptionValue name_of(std::optional<std::string>& target, std::span<const std::string_view> names) {
  OptionValue value = text(target);
  value.words.assign(names.begin(), names.end());
  return value;
}

OptionValue path(std::filesystem::path& target) { return stored_path(target); }
OptionValue path(std::optional<std::filesystem::path>& target) { return stored_path(target); }

OptionValue choice_value(std::vector<std::string> names, std::function<void(std::size_t)> store) {
  OptionValue value;
  value.allowed = fmt::format("{}", fmt::join(names, ", "));
  value.words = names;
  value.read = [names = std::move(names), store = std::move(store)](const std::string& name,
                                                                    const std::string& text) {
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end())
      throw json::unknown_name(name, text, std::vector<std::string_view>(names.begin(), names.end()));
    store(static_cast<std::size_t>(found - names.begin()));
  };
  return value;
}

}  // namespace sapper::experiments
