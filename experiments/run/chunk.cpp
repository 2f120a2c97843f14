#include "experiments/run/chunk.hpp"

#include <chrono>

namespace sapper::experiments {

void ChunkPlayer::play(Chunk& chunk, std::size_t slot, const std::atomic<bool>& abandon) {
  using Clock = std::chrono::steady_clock;
  chunk.complete = false;
  chunk.failure = nullptr;
  if (abandon) return;
  std::unique_ptr<Worker>& worker = workers_[slot];
  if (!worker) worker = experiment_.make_worker(records_);
  const Clock::time_point begin = Clock::now();
  chunk.complete = play_until_failure(chunk, *worker, abandon);
  chunk.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
}

// Each player plays the whole chunk in turn, so the first failure found need not be in the earliest game: replays the
// games before it until they succeed.
bool ChunkPlayer::play_until_failure(Chunk& chunk, Worker& worker, const std::atomic<bool>& abandon) const {
  for (;;) {
    chunk.tally->clear();
    chunk.records.clear();
    try {
      return worker.play(chunk.case_number, chunk.games, abandon, *chunk.tally, chunk.records);
    } catch (const GameFailed& failed) {
      chunk.failure = std::current_exception();
      chunk.games.last = failed.game();
    }
  }
}

}  // namespace sapper::experiments
