// One game of one strategy as a line of JSON: `sapper-games/1`.
//
// Lines are put together from constant pieces and std::to_chars: with fmt and Boost.JSON, records of all games took a tenth
// of a run of `rules` and `min_risk`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "experiments/kinds/minesweeper/game/player.hpp"
#include "sim/minesweeper/board_statistics.hpp"

namespace sapper::experiments::minesweeper {

// Writes the games of a strategy, which has this label, of a case.
class RecordWriter {
 public:
  RecordWriter(std::size_t case_number, std::string_view label);

  // Appends `{"case": ..., ...}` and a line feed: case, game, strategy (the label), won, moves by kind, guesses
  // (exact P(mine) each, to twelve digits, in order), lowest (the lowest P(mine) of any hidden cell at each guess; null
  // where it is unknown), lost_risk (of the guess that lost, else null), turns,
  // the board's bv3 (3BV), openings and isolated numbers; guesses made while a cell was certainly safe, digs claimed as
  // certain that could have been mines, and whether the player resigned.
  void append(const GameSummary& game, const sim::BoardStatistics& board, std::string& lines) const;

 private:
  std::string before_game_;  // `{"case":0,"game":`
  std::string after_game_;   // `,"strategy":"rules","won":`
};

}  // namespace sapper::experiments::minesweeper
