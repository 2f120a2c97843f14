// The poisoned tablet at the terminal, against a player who makes no mistake.
//
// A turn is a line: `v 4` cuts vertically before column 4, `h 2` horizontally before row 2; `v` or `h` alone
// is asked where. `values` shows what each cut is worth, `quit` ends the game. Anything else is asked again,
// with what is allowed; the end of the input ends the game.
#pragma once

#include <cstdint>
#include <iosfwd>

#include "experiments/play/typed_line.hpp"
#include "sim/tablet/tablet.hpp"

namespace sapper::experiments {

struct TabletPlayOptions {
  sim::tablet::Tablet tablet;
  enum class First : std::uint8_t { person, computer };
  First first = First::person;
  Echo echo = Echo::no;
};

enum class TabletPlayEnd : std::uint8_t { won, lost, left };  // for the person

// Throws solvers::nim::TooManyStates for a tablet that is too large to play perfectly.
TabletPlayEnd play_tablet(std::istream& in, std::ostream& out, const TabletPlayOptions& options);

}  // namespace sapper::experiments
