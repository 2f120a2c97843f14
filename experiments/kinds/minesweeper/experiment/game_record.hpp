// One game of one strategy as a line of JSON: `sapper-games/1`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "experiments/kinds/minesweeper/game/player.hpp"
#include "sim/minesweeper/board_statistics.hpp"

namespace sapper::experiments::minesweeper {

// Appends `{"case": ..., ...}` and a line feed: case, game, strategy (the label), won, moves by kind, guesses
// (exact P(mine) each, to twelve digits, in order), lowest (the lowest P(mine) of any hidden cell at each guess; null
// where it is unknown), lost_risk (of the guess that lost, else null), turns,
// the board's bv3 (3BV), openings and isolated numbers; guesses made while a cell was certainly safe, digs claimed as
// certain that could have been mines, and whether the player resigned.
void append_record(std::size_t case_number, std::uint64_t game, std::string_view label,
                   const GameSummary& summary, const sim::BoardStatistics& board, std::string& lines);

}  // namespace sapper::experiments::minesweeper
