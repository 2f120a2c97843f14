// `sapper play minesweeper`: a person plays, or watches a strategy play.
#pragma once

#include <array>

#include "experiments/commands/play.hpp"

namespace sapper::experiments {

inline constexpr std::array kPlayMinesweeperOptions{
    PlayOption{"--level", "NAME", "Beginner (the default), Intermediate, Expert: see sapper list"},
    PlayOption{"--rows", "N", "a board of one's own, with --mines or --density"},
    PlayOption{"--cols", "N", "its columns (default: as many as rows)"},
    PlayOption{"--mines", "N", "its mines"},
    PlayOption{"--density", "D", "or its mines as a share of the cells, 0 to 1"},
    PlayOption{"--file", "BOARD", "a board file, which says where the mines lie"},
    PlayOption{"--course", "L", "a level of the course: 0 (fixed board), 1 (N x N), 2 (moving mines)"},
    PlayOption{"--size", "N", "the N of the course's levels 1 and 2 (default: 9)"},
    PlayOption{"--first-click", "RULE", "what the first dig is promised: see sapper list (default: opening)"},
    PlayOption{"--reveal", "HOW", "flood (openings spread) or ring"},
    PlayOption{"--topology", "NAME", "square, torus or hex"},
    PlayOption{"--moving", "", "lay the mines anew after each dig"},
    PlayOption{"--bot", "STRATEGY", "watch a strategy play"},
    PlayOption{"--delay", "S", "seconds between its moves (default: 0)"},
    PlayOption{"--plain", "", "plain signs, no emoji"},
};

int play_minesweeper_from(const PlayArguments& arguments);

}  // namespace sapper::experiments
