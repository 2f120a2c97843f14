// Plays an experiment: hands out chunks of games over all boards in order, plays them on many threads, adds
// up their tallies in order, looks at the stop rule, saves checkpoints.
//
// The result depends on the experiment alone. Chunks only group games: tallies are integers, and the stop
// rule looks at the first n games of a board for fixed n; games that other threads have played beyond a stop
// are dropped.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "experiments/engine/experiment.hpp"

namespace sapper::experiments {

// What has been played: of each board the games 0 to games()-1.
struct Played {
  explicit Played(std::size_t board_count) : boards(board_count) {}
  std::vector<std::unique_ptr<Tally>> boards;  // null: none yet
  double wall_s = 0;
};

// The number of games after which the stop rule next looks at a board of which `games` have been played.
std::uint64_t next_look(const StopRule& stop, std::uint64_t games);
bool is_finished(const Experiment& experiment, const Tally& tally);

struct DriverOptions {
  std::size_t threads = 1;
  // Only the boards first_board to last_board-1 are played, as far as there are so many.
  std::size_t first_board = 0;
  std::size_t last_board = std::numeric_limits<std::size_t>::max();
  double checkpoint_every_s = 30;
  std::function<void(const Played&)> save_checkpoint;                     // may be empty
  std::function<void(std::size_t board, const Played&)> report_progress;  // after each chunk; may be empty
};

enum class Outcome : std::uint8_t { finished, interrupted };

// Goes on from `played` until the experiment is finished or `interrupt` becomes true; then the games in play
// are given up and `played` holds all before them. Exceptions of games and of saving pass through.
Outcome drive(const Experiment& experiment, Played& played, const std::atomic<bool>& interrupt,
              const DriverOptions& options);

}  // namespace sapper::experiments
