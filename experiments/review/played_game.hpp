// Games of an experiment, played again to be judged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/review/recorded_game.hpp"

namespace sapper::experiments {

// A game of a case, as each strategy of the config plays it, or the one with the label (minesweeper::find_player). file:
// names them. InputError if a strategy digs nothing or fails.
std::vector<RecordedGame> play_recorded(const minesweeper::Config& config, std::size_t case_number,
                                        std::uint64_t game, const std::string* label,
                                        const std::string& file);

}  // namespace sapper::experiments
