// Describes how two expanded configs differ. Their notes do not count.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>

namespace sapper::experiments {

enum class GameCounts : std::uint8_t { compared, ignored };

// `its seed is 2, not 1`: the first key of `theirs` that differs from `ours`, and how many more do; empty if none does.
std::string difference_of(const boost::json::object& theirs, const boost::json::object& ours,
                          GameCounts games);

}  // namespace sapper::experiments
