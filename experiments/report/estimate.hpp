// What a run would cost and show, judged by a pilot: the first games of its cases, played for some seconds.
//
// In a sweep of many cases the pilot plays only some of them, evenly spread; the others are taken to cost as much per
// game as the nearest one of those, in proportion to game_cost(). Where the first games of a case are analyzed, the pilot
// plays half of its time after them. Times vary between machines and pilots; all else depends on the number of games that
// the pilot could play. A case of which no game ended in time has no estimate, nor have those that it stands for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/run/game_set.hpp"

namespace sapper::experiments {

class Experiment;

struct CaseEstimate {
  std::size_t case_number = 0;
  std::uint64_t pilot_games =
      0;                       // 0: no game ended in time; the costs are lower bounds, nothing else is known
  double core_s_per_game = 0;  // of all players together, in the mean over `games`
  double wall_s_per_game = 0;  // on one of the pilot's threads
  std::uint64_t games = 0;     // that the run will play, under its stop rule
  std::uint64_t games_in_the_end = 0;  // with those that are there already
  std::optional<double>
      half_width;  // of the widest 95 % interval after these games; nullopt where nothing is won
};

// Sizes are in bytes.
struct RecordSizes {
  double text = 0, gzip = 0, zstd = 0;
};

struct CostEstimate {
  std::vector<CaseEstimate> cases;  // those of the pilot, in order
  std::uint64_t pilot_games = 0;
  double pilot_s = 0;
  double core_share = 1;          // of the time in which the pilot's threads played, how much they had a core
  std::size_t played_cases = 0;   // that have games to play
  std::size_t unknown_cases = 0;  // those of them without an estimate
  // These are of the whole run, without its unknown cases.
  std::uint64_t games = 0;
  double core_s = 0;
  double wall_s = 0;
  std::uint64_t report_bytes = 0;
  // The sizes of the records of all games; nullopt if this kind of game has none.
  std::optional<RecordSizes> records;
};

// The cost of these games of the experiment. Plays for about `seconds` on `threads` threads; the games in play after four
// times that are given up.
CostEstimate estimate(const Experiment& experiment, const GameSet& games, std::size_t threads,
                      double seconds);

}  // namespace sapper::experiments
