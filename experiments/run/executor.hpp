// Chunks of games on many threads, folded in the order in which they were handed out.
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
  // Called by many threads at once, but by one at a time for each slot; 0 <= slot < threads. Parallel loops
  // inside it cannot bring another chunk into the same slot.
  std::function<void(Chunk&, std::size_t slot)> play;
  // Takes the chunks in the order of next(). Never called by two threads at once, but possibly during a call
  // of next().
  std::function<void(Chunk&)> fold;
};

// Runs until next() is exhausted, with at most `in_flight` chunks between next and the end of fold. The first
// exception of a stage ends the run and is thrown here, when no stage runs any more.
void run_in_order(std::size_t threads, std::size_t in_flight, const Stages& stages);

// The processors that this process may use.
std::size_t processor_count();

}  // namespace sapper::experiments
