// A range of games of one case: the unit of work of a thread or rank.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/experiment.hpp"

namespace sapper::experiments {

// Written by the thread that plays it, hence in its own cache lines.
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

  // One thread at a time per slot. The chunk stays incomplete if `abandon` becomes true.
  void play(Chunk& chunk, std::size_t slot, const std::atomic<bool>& abandon);

 private:
  bool play_until_failure(Chunk& chunk, Worker& worker, const std::atomic<bool>& abandon) const;

  const Experiment& experiment_;
  std::optional<RecordFilter> records_;
  std::vector<std::unique_ptr<Worker>> workers_;  // [slot]
};

}  // namespace sapper::experiments
