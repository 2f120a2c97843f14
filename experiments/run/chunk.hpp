// A stretch of games of one case: what is handed to a thread, or to a rank, at once.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/experiment.hpp"

namespace sapper::experiments {

// Written by the thread that plays it: in cache lines of its own.
struct alignas(64) Chunk {
  std::size_t case_number = 0;
  GameRange games;
  bool complete = false;       // all of `games`, or those before the one that failed
  std::exception_ptr failure;  // of the game after `games`
  double seconds = 0;
  std::unique_ptr<Tally> tally;
  std::string records;
};

// Plays chunks on many threads, with a worker for each.
class ChunkPlayer {
 public:
  ChunkPlayer(const Experiment& experiment, std::size_t threads, std::optional<RecordFilter> records)
      : experiment_(experiment), records_(records), workers_(threads) {}

  // One thread at a time for each slot. A chunk is left incomplete once `abandon` is true.
  void play(Chunk& chunk, std::size_t slot, const std::atomic<bool>& abandon);

 private:
  bool play_until_failure(Chunk& chunk, Worker& worker, const std::atomic<bool>& abandon) const;

  const Experiment& experiment_;
  std::optional<RecordFilter> records_;
  std::vector<std::unique_ptr<Worker>> workers_;  // [slot]
};

}  // namespace sapper::experiments
