// Go at the terminal: two people, a person against the machine, or the machine against itself.
//
// Points are a letter (A to Z without I) and a number from the lowest line; also `pass`, `resign`, `quit` or
// `q`, `help` or `?`; all in letters of either case. What is not understood or not legal is asked again, with
// the reason. The end of the input ends the game.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>

#include "experiments/play/typed_line.hpp"
#include "sim/go/game.hpp"
#include "solvers/go/player.hpp"

namespace sapper::experiments {

struct GoPlayOptions {
  sim::go::Rules rules{.size = 9};
  // Who plays a side; nothing: a person.
  std::optional<solvers::go::PlayerSpec> black;
  std::optional<solvers::go::PlayerSpec> white;
  std::uint64_t seed = 1;
  Echo echo = Echo::no;
};

void play_go(const GoPlayOptions& options, std::istream& in, std::ostream& out);

}  // namespace sapper::experiments
