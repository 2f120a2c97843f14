// The texts common to both studies of the tablet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "experiments/kinds/tablet/config.hpp"

namespace sapper::experiments::tablet {

// What `validate` prints: the boards, where the poison lies, the players.
std::string outline_of(const Config& config);
// The first line of a replay: the experiment, the game and its tablet.
std::string replay_head(const Config& config, std::size_t case_number, std::uint64_t game);

}  // namespace sapper::experiments::tablet
