// `sapper play go`: Go at the terminal, for two people or against the machine.
#pragma once

#include <array>

#include "experiments/commands/play.hpp"

namespace sapper::experiments {

inline constexpr std::array kPlayGoOptions{
    PlayOption{"--size", "N", "the board's side, 1 to 25 (default: 9)"},
    PlayOption{"--komi", "K", "what White gets (default: 7.5 for area, 0 for majority)"},
    PlayOption{"--scoring", "NAME", "area or majority (default: area)"},
    PlayOption{"--black", "NAME", "human, uct or random (default: human)"},
    PlayOption{"--white", "NAME", "likewise"},
    PlayOption{"--playouts", "N", "random games a move of uct (default: 1000)"},
};

int play_go_from(const PlayArguments& arguments);

}  // namespace sapper::experiments
