// The poisoned tablet at the terminal, against a perfect player.
//
// A turn is one line: `v 4` cuts vertically before column 4, `h 2` horizontally before row 2; after `v` or `h`
// alone the program asks where. `values` shows the value of each cut, `quit` ends the game. After anything else it asks
// again and says what is allowed; the end of the input ends the game.
#pragma once

#include <cstdint>

#include "experiments/play/dialogue.hpp"
#include "sim/tablet/tablet.hpp"

namespace sapper::experiments {

struct TabletPlayOptions {
  sim::tablet::Tablet tablet;
  enum class FirstPlayer : std::uint8_t { person, computer };
  FirstPlayer first = FirstPlayer::person;
};

// Throws solvers::nim::TooManyStates for a tablet that is too large to play perfectly.
PlayEnd play_tablet(const Dialogue& dialogue, const TabletPlayOptions& options);

}  // namespace sapper::experiments
