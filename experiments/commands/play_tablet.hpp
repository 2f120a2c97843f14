// `sapper play tablet M N I J`: the poisoned tablet, against a player who makes no mistake.
#pragma once

#include <array>

#include "experiments/commands/play.hpp"

namespace sapper::experiments {

inline constexpr const char* kPlayTabletWords = "columns, rows, the poison's column and row from 0";
inline constexpr std::array kPlayTabletOptions{
    PlayOption{"--second", "", "let the computer begin"},
};

int play_tablet_from(const PlayArguments& arguments);

}  // namespace sapper::experiments
