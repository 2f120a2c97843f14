// What plays the games of a case: on grids by Player, on graphs by GraphPlayer. The worker, which counts and records them,
// does not know which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/kinds/minesweeper/game/tally.hpp"
#include "sim/minesweeper/board_statistics.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::experiments::minesweeper {

// Serves one thread.
class CaseGames {
 public:
  CaseGames() = default;
  CaseGames(const CaseGames&) = delete;
  CaseGames& operator=(const CaseGames&) = delete;
  virtual ~CaseGames() = default;

  // What the strategy of this number in the config reports about its work.
  virtual solvers::Telemetry& telemetry(std::size_t strategy) = 0;

  // Plays a game, before the next settle(). wants_board: count_boards() is to count its board.
  virtual void play(std::size_t strategy, std::uint64_t game, bool wants_board) = 0;
  // The same for a game that is judged dig by dig. Returns the nanoseconds that judging took.
  virtual std::uint64_t play_judged(std::size_t strategy, std::uint64_t game, bool wants_board,
                                    JudgedGames& judged) = 0;
  // Whether settle() is due.
  virtual bool is_far_ahead() const = 0;
  // The summaries of the games since the last call, in the order in which they were played; valid until the next game.
  virtual std::span<const GameSummary> settle() = 0;
  // Fills in the boards of these games that are wanted, in their order.
  virtual void count_boards(std::vector<sim::BoardStatistics>& statistics) = 0;
  // Forgets games that were not settled.
  virtual void start_chunk() = 0;

  // Processor time spent on judging guesses since the last call.
  virtual std::uint64_t take_referee_ns() = 0;
  // The game being played or judged, or the last one.
  virtual std::uint64_t current_game() const = 0;
};

}  // namespace sapper::experiments::minesweeper
