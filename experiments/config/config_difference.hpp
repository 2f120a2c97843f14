// Describes how two expanded configs differ. Their notes do not count.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>

namespace sapper::experiments {

enum class GameCounts : std::uint8_t { compared, ignored };

// `its seed is 2, not 1, its files differ (ring.json)`: the first keys of `theirs` that differ from `ours`, and how many more
// do; empty if none does. Numbers are compared by value, as a file holds 10.0 as 10.
std::string difference_of(const boost::json::object& theirs, const boost::json::object& ours,
                          GameCounts games);

}  // namespace sapper::experiments
