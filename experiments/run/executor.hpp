// Plays chunks of games on many threads and folds them in the order in which they were handed out.
//
// Two backends with one behaviour: oneTBB's parallel_pipeline, and plain std::thread (compile definition
// SAPPER_EXECUTOR_THREADS) for ThreadSanitizer, which reports false races inside the TBB of most
// distributions.
#pragma once

#include <cstddef>
#include <functional>

namespace sapper::experiments {

struct Chunk;

struct Stages {
  // The next chunk, or null after the last. Never called by two threads at once.
  std::function<Chunk*()> next;
  // Called by many threads at once, but by one at a time per slot; 0 <= slot < threads. Parallel loops inside it cannot
  // start another chunk in the same slot.
  std::function<void(Chunk&, std::size_t slot)> play;
  // Receives the chunks in the order of next(). Never called by two threads at once, but possibly during a call of
  // next().
  std::function<void(Chunk&)> fold;
};

// Runs until next() is exhausted, with at most `in_flight` chunks between next and the end of fold. The first exception
// of a stage ends the run and is rethrown here once no stage is running.
void run_in_order(std::size_t threads, std::size_t in_flight, const Stages& stages);

// The number of processors that this process may use.
std::size_t processor_count();

}  // namespace sapper::experiments
