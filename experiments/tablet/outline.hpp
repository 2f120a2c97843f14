// What both studies of the tablet write alike.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/tablet/config.hpp"

namespace sapper::experiments::tablet {

// For `validate`: the boards, where the poison lies, the players.
std::string outline_of(const Config& config);
// Names the experiment, the game and its tablet, for `--replay`.
std::string replay_head(const Config& config, std::size_t board, std::uint64_t game);
// An object of the report's `timing.results`.
boost::json::object timing_of(std::uint64_t games, std::uint64_t core_ns, double wall_per_core_s);

// Columns set straight, the first two to the left, the others to the right. A line a row.
std::string table_of(const std::vector<std::vector<std::string>>& rows);
std::string per_second(std::uint64_t count, double seconds);  // `-` where no time was taken

}  // namespace sapper::experiments::tablet
