// Plays an experiment: hands out chunks of games over all cases in order, plays them on many threads, adds up their
// tallies in order, passes on their records, applies the stop rule and saves checkpoints.
//
// The result depends only on the experiment. Chunks only group games: tallies are integers, and the stop rule checks
// the first n games of a case for fixed n; games that other threads have played beyond a stop are dropped.
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

#include "experiments/run/experiment.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/run/slice.hpp"

namespace sapper::experiments {

// Games of one case up to a check of the stop rule, or up to the end of the part.
struct Segment {
  GameRange games;
  std::unique_ptr<Tally> tally;
};

// The state of the records of the games played.
struct KeptRecords {
  std::optional<RecordFilter> filter;  // nullopt: none are written
  std::uint64_t bytes = 0;             // of their file that belong to the games played
  std::string waiting;                 // the records that follow, for which the disk had no space
};

// What has been played: for each case the first tally.games() games of its range.
struct Played {
  explicit Played(std::size_t case_count) : cases(case_count) {}
  std::vector<std::unique_ptr<Tally>> cases;  // null: none yet
  Shard shard;                                // which part of the experiment this is
  // If a shard starts mid-case under a stop rule: that case's games, in order. Whether the rule ends the case at one of
  // the checks can be decided only together with the earlier games.
  std::vector<Segment> segments;
  double wall_s = 0;
  KeptRecords records;  // of these games
  // Other builds of the program that played a part, oldest first, if a run was resumed nevertheless.
  std::vector<std::string> other_builds;
  // The files of the external players that played.
  std::vector<ProgramFile> programs;
  // Counters that some of the games lack because an earlier version played them (stored_counters.hpp).
  std::vector<std::string> absent;
};

struct DriverOptions {
  std::size_t threads = 1;  // of all ranks
  Execute execute;          // on all of them; empty: on this process's threads
  // What is played. A slice that starts mid-case defers the stop rule: all games are played, and Played::segments keeps
  // them.
  Slice slice;
  double checkpoint_every_s = 30;
  std::function<void(Played&)> save_checkpoint;  // may be empty
  std::function<void(std::size_t case_number, const Played&)>
      report_progress;  // after each chunk; may be empty
  // Receives the games' records as whole lines, in the order of cases, games and players; empty: none are written.
  // Called before any checkpoint that includes these games is saved.
  std::function<void(std::string_view)> take_records;
  RecordFilter record_filter = RecordFilter::all;
  // Called when games in play do not end within give_up_after_s of an interruption, as on boards of millions of cells:
  // saves `played` and ends the process. Empty: the driver waits for them. Called on a separate thread while the games
  // continue; no further game is added.
  std::function<void(Played&)> give_up;
  double give_up_after_s = 0.5;
};

enum class Outcome : std::uint8_t { finished, interrupted };

// Continues from `played` until the experiment is finished or `interrupt` becomes true; the games in play are then
// abandoned and `played` holds all games before them. When a game fails, `played` holds all games before it, a
// checkpoint of them is saved, and the GameFailed is thrown. Exceptions from saving are passed on.
[[nodiscard]] Outcome drive(const Experiment& experiment, Played& played, const std::atomic<bool>& interrupt,
                            const DriverOptions& options);

}  // namespace sapper::experiments
