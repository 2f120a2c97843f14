// Games of one case with what was counted in them, the unit of threads, ranks, reports and merges.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/game_range.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/won_games.hpp"
#include "experiments/run/worker.hpp"

namespace sapper::experiments {

class Experiment;

// Games of one case, their tally, and who won them, if the report keeps that.
struct TalliedGames {
  std::size_t case_number = 0;
  GameRange games;
  std::unique_ptr<Tally> tally;
  WonGames won = {};
};

// Games that are being played. Written by the thread that plays it, hence in its own cache lines.
struct alignas(64) Chunk : TalliedGames {
  bool is_complete = false;        // all of `games`, or those before the one that failed
  std::exception_ptr failure;      // of the game after `games`
  double seconds = 0;              // of wall time
  double starting_s = 0;           // of these, to prepare for the case
  std::optional<double> queued_s;  // of these, without a core (thread_time.hpp)
  std::string records;
};

// Plays chunks on many threads, with a worker for each.
class ChunkPlayer {
 public:
  ChunkPlayer(const Experiment& experiment, std::size_t threads, std::optional<RecordFilter> records);

  // One thread at a time per slot. The chunk stays incomplete if `abandon` becomes true.
  void play(Chunk& chunk, std::size_t slot, const std::atomic<bool>& abandon);

 private:
  const Experiment& experiment_;
  std::optional<RecordFilter> records_;
  bool keeps_won_;
  std::vector<std::unique_ptr<Worker>> workers_;  // [slot]
};

}  // namespace sapper::experiments
