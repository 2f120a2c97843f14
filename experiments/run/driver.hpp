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
#include <optional>
#include <string_view>

#include "experiments/run/in_order.hpp"
#include "experiments/run/report.hpp"

namespace sapper::experiments {

class Experiment;

struct DriverOptions {
  std::size_t threads = 1;  // of all ranks
  Executor execute;         // on all of them; empty: on this process's threads
  // What the report holds in the end, of each case games that follow one another; by default the games of its shard. Those
  // that it lacks are played. A case of which they do not start with the first defers the stop rule: all of them are
  // played, and the report keeps them apart at its checks.
  std::optional<GameSet> games;
  // Games of a chunk where there are as many, however long they take: for players that are faster with many at once.
  std::uint64_t least_chunk = 1;
  double checkpoint_every_s = 30;
  std::function<void()> save_checkpoint;                         // may be empty
  std::function<void(std::size_t case_number)> report_progress;  // after each chunk; may be empty
  // Receives the games' records as whole lines, in the order of cases, games and players; empty: none are written.
  // Called before any checkpoint that includes these games is saved.
  std::function<void(std::string_view)> take_records;
  RecordFilter record_filter = RecordFilter::all;
  // Called when games in play do not end within give_up_after_s of an interruption, as on boards of millions of cells:
  // saves the report and ends the process. Empty: the driver waits for them. Called on a separate thread while the games
  // continue; no further game is added.
  std::function<void()> give_up;
  double give_up_after_s = 0.5;
};

enum class Outcome : std::uint8_t { finished, interrupted };

// Continues from the report until it is finished or `interrupt` becomes true; the games in play are then abandoned and
// the report holds all games before them. When a game fails, it holds all games before that one, a checkpoint is saved,
// and the GameFailed is thrown. Exceptions from saving are passed on.
[[nodiscard]] Outcome drive(Report& report, const std::atomic<bool>& interrupt, const DriverOptions& options);

// How long the chunks of a run are that is played by so many threads, with or without records.
double chunk_seconds(std::size_t threads, bool has_records);

}  // namespace sapper::experiments
