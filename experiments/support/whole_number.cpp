#include "experiments/support/whole_number.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>

namespace sapper::experiments {
namespace {

template <class Integer>
std::optional<Integer> parsed(std::string_view text) {
  Integer value{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stopped == end ? std::optional(value) : std::nullopt;
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<std::uint64_t> whole_value(std::string_view decimal) {
  constexpr std::int64_t kMostDigits = 20;  // of 2^64-1
  const std::size_t e = std::min(decimal.find_first_of("eE"), decimal.size());
  const std::string_view mantissa = decimal.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  std::string digits(mantissa.substr(0, point));
  const std::string_view decimals = mantissa.substr(std::min(point + 1, mantissa.size()));
  if (!is_digits(digits) || (point < mantissa.size() && !is_digits(decimals))) return std::nullopt;
  digits += decimals;

  std::string_view exponent_text = e < decimal.size() ? decimal.substr(e + 1) : "0";
  const bool is_negative = exponent_text.starts_with('-');
  if (is_negative || exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
  if (!is_digits(exponent_text)) return std::nullopt;
  if (digits.find_first_not_of('0') == std::string::npos) return 0;
  const auto exponent = parsed<std::int32_t>(exponent_text);
  if (!exponent) return std::nullopt;

  // The number is that of its digits times ten to the power of `shift`.
  const auto zeros = static_cast<std::int64_t>(digits.size() - 1 - digits.find_last_not_of('0'));
  digits.resize(digits.size() - static_cast<std::size_t>(zeros));
  const std::int64_t shift = (is_negative ? -std::int64_t{*exponent} : *exponent) + zeros -
                             static_cast<std::int64_t>(decimals.size());
  if (shift < 0 || shift > kMostDigits) return std::nullopt;
  digits.append(static_cast<std::size_t>(shift), '0');
  return parsed<std::uint64_t>(digits);
}

std::optional<std::int64_t> signed_whole_value(std::string_view decimal) {
  const bool is_negative = decimal.starts_with('-');
  if (is_negative) decimal.remove_prefix(1);
  const auto value = whole_value(decimal);
  if (!value || *value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return std::nullopt;
  const auto magnitude = static_cast<std::int64_t>(*value);
  return is_negative ? -magnitude : magnitude;
}

}  // namespace sapper::experiments
