// Go at the terminal: two people, a person against the computer, or the computer against itself.
//
// Points are a letter (A to Z without I) and a number from the lowest line; other input is `pass`, `resign`, `quit`
// or `q`, `help` or `?`; all case-insensitive. After invalid input or an illegal move the program gives the reason and
// asks again. The end of the input ends the game.
#pragma once

#include <cstdint>
#include <optional>

#include "experiments/play/dialogue.hpp"
#include "sim/go/game.hpp"
#include "solvers/go/player.hpp"

namespace sapper::experiments {

struct GoPlayOptions {
  sim::go::Rules rules{.size = 9};
  // The player of a side; nullopt: a person.
  std::optional<solvers::go::PlayerChoice> black;
  std::optional<solvers::go::PlayerChoice> white;
  std::uint64_t seed = 1;
};

void play_go(const Dialogue& dialogue, const GoPlayOptions& options);

}  // namespace sapper::experiments
