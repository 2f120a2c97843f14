// Formats a win rate with its interval for tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sapper::experiments {

// `50.18 % ± 0.69`: in percent, with half the width of Wilson's 95 % interval. If that interval is lopsided, as near 0
// and 1 and for few games, both ends: `100.00 % (56.55 to 100.00)`.
std::string rate_text(std::uint64_t wins, std::uint64_t games);

// The note below tables: `± or (low to high): 95 % interval`.
std::string rate_note();

}  // namespace sapper::experiments
