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
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/experiment.hpp"

namespace sapper::experiments {

// What has been played: of each case the games from range.first on, tally.games() of them.
struct Played {
  explicit Played(std::size_t case_count) : cases(case_count) {}
  std::vector<std::unique_ptr<Tally>> cases;  // null: none yet
  double wall_s = 0;
  // The length of the file of records that holds the records of these games; 0: none are written.
  std::uint64_t record_bytes = 0;
  // Other builds of the program that played a part, oldest first: where a run was resumed in spite of them.
  std::vector<std::string> other_builds;
};

// The number of games after which the stop rule next looks at a case of which `games` have been played.
std::uint64_t next_look(const StopRule& stop, std::uint64_t games);
bool is_finished(const Experiment& experiment, const Tally& tally, const GameRange& range);

struct DriverOptions {
  std::size_t threads = 1;
  // Only the cases first_case to last_case - 1 are played, as far as there are so many.
  std::size_t first_case = 0;
  std::size_t last_case = std::numeric_limits<std::size_t>::max();
  // The games of each case that are played, as far as the config asks for so many. A stop rule needs all
  // games from 0 on.
  GameRange range = {0, std::numeric_limits<std::uint64_t>::max()};
  double checkpoint_every_s = 30;
  std::function<void(Played&)> save_checkpoint;  // may be empty
  std::function<void(std::size_t case_number, const Played&)>
      report_progress;  // after each chunk; may be empty
  // Takes the games' records as whole lines, in the order of cases, games and players; empty: none are
  // written. Called before any checkpoint that counts these games is saved.
  std::function<void(std::string_view)> take_records;
  RecordFilter record_filter = RecordFilter::all;
};

enum class Outcome : std::uint8_t { finished, interrupted };

// Goes on from `played` until the experiment is finished or `interrupt` becomes true; then the games in play
// are given up and `played` holds all before them. When a game fails, `played` holds all games before it, a
// checkpoint of them is saved, and the GameFailed is thrown. Exceptions of saving pass through.
[[nodiscard]] Outcome drive(const Experiment& experiment, Played& played, const std::atomic<bool>& interrupt,
                            const DriverOptions& options);

}  // namespace sapper::experiments
