#include "experiments/commands/option_values.hpp"

#include <fmt/format.h>

#include <charconv>

#include "experiments/support/errors.hpp"

namespace sapper::experiments {
namespace {

constexpr double kMostSeconds = 1e9;

// The number that the whole of a text is; nothing if it is none.
template <class Number>
std::optional<Number> parse(const std::string& text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stopped == end ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> whole_number(std::string_view option, const std::optional<std::string>& text,
                                          std::uint64_t least, std::uint64_t most) {
  if (!text) return std::nullopt;
  const auto value = parse<std::uint64_t>(*text);
  if (!value || *value < least || *value > most)
    throw InputError(
        fmt::format("{} is \"{}\"; a whole number from {} to {} is needed", option, *text, least, most));
  return value;
}

std::optional<double> seconds(std::string_view option, const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const auto value = parse<double>(*text);
  if (!value || !(*value > 0 && *value <= kMostSeconds))
    throw InputError(fmt::format("{} is \"{}\"; a number of seconds above 0, up to {:g}, is needed", option,
                                 *text, kMostSeconds));
  return value;
}

std::optional<double> seconds_or_none(std::string_view option, const std::optional<std::string>& text) {
  if (text && parse<double>(*text) == 0.0) return 0;
  return seconds(option, text);
}

std::optional<double> share(std::string_view option, const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const auto value = parse<double>(*text);
  if (!value || !(*value >= 0 && *value <= 1))
    throw InputError(fmt::format("{} is \"{}\"; a number from 0 to 1 is needed", option, *text));
  return value;
}

}  // namespace sapper::experiments
