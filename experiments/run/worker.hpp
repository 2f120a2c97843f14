// Plays games of an experiment. Reuses its memory between calls; serves one thread at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <utility>

#include "experiments/run/game_range.hpp"

namespace sapper::experiments {

class Tally;
class WonGames;

class Worker {
 public:
  virtual ~Worker() = default;
  // Plays a range of games of a case and adds them to the tally; if records are requested, appends theirs to `records`,
  // one line per game and player. False, with tally and records unspecified, if `abandon` became true before the last
  // game. Throws GameFailed when a game fails.
  [[nodiscard]] virtual bool play(std::size_t case_number, GameRange games, const std::atomic<bool>& abandon,
                                  Tally& tally, std::string& records) = 0;
  // Who won the games of the last range played; null if games are not won or lost.
  virtual const WonGames* won_games() const { return nullptr; }
  // Seconds of wall time spent on preparing for another case, since the last call.
  double take_starting_s() { return std::exchange(starting_s_, 0); }

 protected:
  double starting_s_ = 0;
};

}  // namespace sapper::experiments
