// One game of an experiment, move by move, as text.
#pragma once

#include <string>

#include "experiments/minesweeper/config.hpp"

namespace sapper::experiments::minesweeper {

// By every strategy of the experiment, or the one with the label; a label that is none of the experiment's may
// name any strategy, which then plays with default settings. InputError for others.
std::string replay_game(const Config& config, std::size_t case_number, std::uint64_t game,
                        const std::string* label);

}  // namespace sapper::experiments::minesweeper
