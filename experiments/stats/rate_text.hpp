// Formats rates and their differences with their intervals for tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "experiments/stats/differences.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

// `50.18 % ± 0.69`: in percent, with half the width of Wilson's 95 % interval. If that interval is lopsided, as near 0
// and 1 and for few games, both ends: `100.00 % (56.55 to 100.00)`.
std::string rate_text(std::uint64_t wins, std::uint64_t games);

// Writes any rate with its interval, without the sign: `50.1800 ± 0.6900`.
std::string interval_text(double rate, const Interval& interval, int decimals);
// The sign stands in place of the terminal's `±` or `+-`.
std::string interval_text(double rate, const Interval& interval, int decimals, std::string_view sign);

// Writes a difference with its interval, in percentage points: `+1.20 ± 0.31`, or `-25.00 (-47.22 to -1.78)`.
std::string difference_text(const Difference& difference);

// The note below tables: `± or (low to high): 95 % interval`.
std::string rate_note();

}  // namespace sapper::experiments
