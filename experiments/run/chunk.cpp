#include "experiments/run/chunk.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/game_failed.hpp"
#include "experiments/run/thread_time.hpp"

namespace sapper::experiments {

ChunkPlayer::ChunkPlayer(const Experiment& experiment, std::size_t threads,
                         std::optional<RecordFilter> records)
    : experiment_(experiment),
      records_(records),
      keeps_won_(keeps_won_games(experiment)),
      workers_(threads) {}

void ChunkPlayer::play(Chunk& chunk, std::size_t slot, const std::atomic<bool>& abandon) {
  using PlayClock = std::chrono::steady_clock;
  chunk.is_complete = false;
  chunk.failure = nullptr;
  chunk.won.clear();
  if (abandon) return;
  std::unique_ptr<Worker>& worker = workers_[slot];
  if (!worker) worker = experiment_.make_worker(records_);
  const PlayClock::time_point begin = PlayClock::now();
  const std::optional<double> queued_before_s = queued_s();
  // Each player plays the whole chunk in turn, so the first failure found need not be in the earliest game: replays the
  // games before it until they succeed.
  for (bool has_failed = true; has_failed;) {
    chunk.tally->clear();
    chunk.records.clear();
    try {
      chunk.is_complete = worker->play(chunk.case_number, chunk.games, abandon, *chunk.tally, chunk.records);
      has_failed = false;
      if (const WonGames* const won = worker->won_games(); won != nullptr && keeps_won_) chunk.won = *won;
    } catch (const GameFailed& failed) {
      chunk.failure = std::current_exception();
      chunk.games.last = failed.game();
    }
  }
  chunk.seconds = std::chrono::duration<double>(PlayClock::now() - begin).count();
  chunk.starting_s = worker->take_starting_s();
  const std::optional<double> queued_after_s = queued_s();
  chunk.queued_s.reset();
  if (queued_before_s && queued_after_s) chunk.queued_s = *queued_after_s - *queued_before_s;
}

}  // namespace sapper::experiments
