// One game of an experiment, move by move, as text.
#pragma once

#include <string>

#include "experiments/minesweeper/config.hpp"

namespace sapper::experiments::minesweeper {

// By every strategy of the experiment, or the one named (any that is known, also if the experiment has it
// not). InputError for an unknown name.
std::string replay_game(const Config& config, std::size_t board, std::uint64_t game,
                        const std::string* strategy);

}  // namespace sapper::experiments::minesweeper
