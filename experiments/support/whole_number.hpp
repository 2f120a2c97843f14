// Whole numbers in any form of a decimal number.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sapper::experiments {

// The value of 1000, 1e3, 2.50e1, 10.0 or 100e-1 (digits, decimals, exponent; no sign before it), exactly. Nothing where
// the text is no such number, it is not whole, or it is above 2^64-1.
std::optional<std::uint64_t> whole_value(std::string_view decimal);

// The same of a number that may have a minus sign: -3, -1e2, -0.0. Nothing where it is not whole or beyond 64 bits.
std::optional<std::int64_t> signed_whole_value(std::string_view decimal);

}  // namespace sapper::experiments
