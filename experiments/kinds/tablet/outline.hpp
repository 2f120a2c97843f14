// The texts common to both studies of the tablet.
#pragma once

#include <cstdint>
#include <string>

#include "experiments/kinds/tablet/config.hpp"

namespace sapper::experiments::tablet {

// For `validate`: the boards, where the poison lies, the players.
std::string outline_of(const Config& config);
// Names the experiment, the game and its tablet, for `--replay`.
std::string replay_head(const Config& config, std::size_t case_number, std::uint64_t game);

double ratio(std::uint64_t part, std::uint64_t whole);        // 0 if `whole` is 0
std::string per_second(std::uint64_t count, double seconds);  // `-` if the time is 0

}  // namespace sapper::experiments::tablet
