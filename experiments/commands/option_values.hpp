// Values of options, from the texts in which they were written. Out of range, or anything else than the whole
// text being a value, is an InputError that names the option and what is allowed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sapper::experiments {

// Bounds included. Nothing of nothing.
std::optional<std::uint64_t> whole_number(std::string_view option, const std::optional<std::string>& text,
                                          std::uint64_t least, std::uint64_t most);

// Above 0.
std::optional<double> seconds(std::string_view option, const std::optional<std::string>& text);
// 0 allowed.
std::optional<double> seconds_or_none(std::string_view option, const std::optional<std::string>& text);

// From 0 to 1.
std::optional<double> share(std::string_view option, const std::optional<std::string>& text);

}  // namespace sapper::experiments
