#include "experiments/cli/value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr double kMostSeconds = 1e9;

// Short: 2^64-1, 1e12.
std::string bound_text(std::uint64_t bound) {
  if (bound == kMost) return "2^64-1";
  const std::string digits = std::to_string(bound);
  const bool is_power_of_ten = digits.front() == '1' && digits.find_first_not_of('0', 1) == std::string::npos;
  return is_power_of_ten && bound >= 1'000'000 ? fmt::format("1e{}", digits.size() - 1) : digits;
}

std::string range_text(std::uint64_t least, std::uint64_t most) {
  return fmt::format("{} to {}", bound_text(least), bound_text(most));
}

double read_seconds(const std::string& name, const std::string& text, Zero zero) {
  const auto value = parse_number<double>(text);
  if (!value || !(*value >= 0 && *value <= kMostSeconds) || (*value == 0 && zero == Zero::refused))
    throw InputError(fmt::format("{} is \"{}\"; expected a number of seconds, {}, up to {:g}", name, text,
                                 zero == Zero::allowed ? "0 or more" : "above 0", kMostSeconds));
  return *value;
}

std::filesystem::path read_path(const std::string& name, const std::string& text) {
  if (text.empty()) throw InputError(fmt::format("{} is \"\"; expected the name of a file", name));
  return text;
}

// Stores what `read` returns for the name and the text.
template <class Target, class Read>
Value stored(Target& target, const Read& read) {
  Value value;
  value.read = [&target, read](const std::string& name, const std::string& text) {
    target = read(name, text);
  };
  return value;
}
template <class Target>
Value stored_seconds(Target& target, Zero zero) {
  return stored(target, [zero](const std::string& name, const std::string& text) {
    return read_seconds(name, text, zero);
  });
}
template <class Target>
Value stored_text(Target& target) {
  return stored(target, [](const std::string&, const std::string& text) { return text; });
}

}  // namespace

std::optional<std::uint64_t> parse_whole(std::string_view text) {
  constexpr std::string_view kExponents = "eE";
  for (const auto& [suffixes, exponent] : {std::pair("kK", "e3"), {"M", "e6"}, {"G", "e9"}}) {
    if (text.empty() || std::string_view(suffixes).find(text.back()) == std::string_view::npos) continue;
    const std::string_view number = text.substr(0, text.size() - 1);
    if (number.find_first_of(kExponents) != std::string_view::npos) return std::nullopt;
    return whole_value(std::string(number) + exponent);
  }
  return whole_value(text);
}

std::uint64_t read_whole(const std::string& name, const std::string& text, std::uint64_t least,
                         std::uint64_t most) {
  const auto value = parse_whole(text);
  if (!value || *value < least || *value > most)
    throw InputError(
        fmt::format("{} is \"{}\"; expected a whole number from {} to {}", name, text, least, most));
  return *value;
}

Value whole_number_value(std::uint64_t least, std::uint64_t most, std::function<void(std::uint64_t)> store) {
  Value value;
  value.read = [least, most, store = std::move(store)](const std::string& name, const std::string& text) {
    store(read_whole(name, text, least, most));
  };
  value.allowed = range_text(least, most);
  return value;
}

Value whole_numbers(std::vector<std::size_t>& target, std::uint64_t least, std::uint64_t most) {
  Value value;
  value.read = [&target, least, most](const std::string& name, const std::string& text) {
    std::vector<std::size_t> numbers;
    for (const std::string_view part : split(text, ",")) {
      const auto number = parse_whole(part);
      if (!number || *number < least || *number > most)
        throw InputError(
            fmt::format("{} is \"{}\"; expected whole numbers from {} to {}, separated by commas", name, text,
                        least, most));
      if (std::find(numbers.begin(), numbers.end(), *number) != numbers.end())
        throw InputError(fmt::format("{} is \"{}\"; {} is given twice", name, text, *number));
      numbers.push_back(*number);
    }
    std::sort(numbers.begin(), numbers.end());
    target = std::move(numbers);
  };
  value.allowed = range_text(least, most);
  return value;
}

Value more_whole_numbers(std::vector<int>& target, std::uint64_t least, std::uint64_t most) {
  return whole_number_value(least, most,
                            [&target](std::uint64_t read) { target.push_back(static_cast<int>(read)); });
}

Value more_texts(std::vector<std::string>& target) {
  Value value;
  value.read = [&target](const std::string&, const std::string& read) { target.push_back(read); };
  return value;
}

Value more_files(std::vector<std::string>& target) {
  Value value = more_texts(target);
  value.is_file = true;
  return value;
}

Value seconds(double& target, Zero zero) {
  Value value = stored_seconds(target, zero);
  value.fallback = fmt::format("{:g}", target);
  return value;
}
Value seconds(std::optional<double>& target, Zero zero) { return stored_seconds(target, zero); }

Value share(std::optional<double>& target) {
  Value value = stored(target, [](const std::string& name, const std::string& text) {
    const auto number = parse_number<double>(text);
    if (!number || !(*number >= 0 && *number <= 1))
      throw InputError(fmt::format("{} is \"{}\"; expected a number from 0 to 1", name, text));
    return *number;
  });
  value.allowed = "0 to 1";
  return value;
}

Value text(std::string& target) {
  Value value = stored_text(target);
  value.fallback = target;
  return value;
}
Value text(std::optional<std::string>& target) { return stored_text(target); }

Value name_of(std::optional<std::string>& target, std::span<const std::string_view> names) {
  Value value = text(target);
  value.words.assign(names.begin(), names.end());
  return value;
}

Value path(std::filesystem::path& target) {
  Value value = stored(target, read_path);
  value.is_file = true;
  return value;
}
Value path(std::optional<std::filesystem::path>& target) {
  Value value = stored(target, read_path);
  value.is_file = true;
  return value;
}

Value choice_value(std::vector<std::string> names, std::function<void(std::size_t)> store) {
  Value value;
  value.allowed = fmt::format("{}", fmt::join(names, ", "));
  value.words = names;
  value.read = [names = std::move(names), store = std::move(store)](const std::string& name,
                                                                    const std::string& text) {
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) {
      const std::vector<std::string_view> views(names.begin(), names.end());
      throw InputError(fmt::format("{} is \"{}\"; {}", name, text, json::suggest(text, views)));
    }
    store(static_cast<std::size_t>(found - names.begin()));
  };
  return value;
}

}  // namespace sapper::experiments
