// Plays an experiment: hands out chunks of games over all cases in order, plays them on many threads, adds up
// their tallies in order, hands over their records, looks at the stop rule, saves checkpoints.
//
// The result depends on the experiment alone. Chunks only group games: tallies are integers, and the stop
// rule looks at the first n games of a case for fixed n; games that other threads have played beyond a stop
// are dropped.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/executor.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/slice.hpp"

namespace sapper::experiments {

// Games of one case up to a look of the stop rule, or up to where the part ends.
struct Segment {
  GameRange games;
  std::unique_ptr<Tally> tally;
};

// Where the records of the games played are.
struct KeptRecords {
  std::optional<RecordFilter> filter;  // nullopt: none are written
  std::uint64_t bytes = 0;             // of their file; these hold records of the games played
  std::string waiting;                 // the records that follow, for which the disk had no room
};

// What has been played: of each case the games from its range's first one on, tally.games() of them.
struct Played {
  explicit Played(std::size_t case_count) : cases(case_count) {}
  std::vector<std::unique_ptr<Tally>> cases;  // null: none yet
  Shard shard;                                // whose part of the experiment this is
  // Of a shard whose first case begins amid the games under a stop rule: that case's games, in order. Whether
  // the rule ends the case at one of the looks is known only together with the games before.
  std::vector<Segment> segments;
  double wall_s = 0;
  KeptRecords records;  // of these games
  // Other builds of the program that played a part, oldest first: where a run was resumed in spite of them.
  std::vector<std::string> other_builds;
  // Counters that a part of the games was not counted by, as an earlier version played it (stored_counters.hpp).
  std::vector<std::string> absent;
};

struct DriverOptions {
  std::size_t threads = 1;  // of all ranks
  // Runs the stages on all of them; empty: run_in_order, on this process's threads.
  std::function<void(std::size_t in_flight, const Stages&)> execute;
  // What is played. Amid a case a stop rule waits: all games are played, and Played::segments keeps them.
  Slice slice;
  double checkpoint_every_s = 30;
  std::function<void(Played&)> save_checkpoint;  // may be empty
  std::function<void(std::size_t case_number, const Played&)>
      report_progress;  // after each chunk; may be empty
  // Takes the games' records as whole lines, in the order of cases, games and players; empty: none are
  // written. Called before any checkpoint that counts these games is saved.
  std::function<void(std::string_view)> take_records;
  RecordFilter record_filter = RecordFilter::all;
  // Called when games in play do not end within give_up_after_s of an interruption, as on boards of millions of
  // cells: saves `played` and ends the process. Empty: the driver waits for them. Called on a thread of its own
  // while the games go on, but no game is added any more.
  std::function<void(Played&)> give_up;
  double give_up_after_s = 0.5;
};

enum class Outcome : std::uint8_t { finished, interrupted };

// Goes on from `played` until the experiment is finished or `interrupt` becomes true; then the games in play
// are given up and `played` holds all before them. When a game fails, `played` holds all games before it, a
// checkpoint of them is saved, and the GameFailed is thrown. Exceptions of saving pass through.
[[nodiscard]] Outcome drive(const Experiment& experiment, Played& played, const std::atomic<bool>& interrupt,
                            const DriverOptions& options);

}  // namespace sapper::experiments
