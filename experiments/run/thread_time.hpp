// Where the wall time of a run's threads goes. The driver reads the clock a few times per chunk, the parallel loops inside
// of games twice per call of their body.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solvers/support/parallel.hpp"

namespace sapper::experiments {

// Seconds of all threads together, unless said otherwise. The first seven add up to threads times wall time.
struct ThreadTime {
  double in_games_s = 0;
  double starting_cases_s = 0;  // preparing workers for another case
  double planning_s = 0;        // handing out chunks
  double folding_s = 0;         // adding up chunks in order
  double saving_s = 0;          // records and checkpoints
  double helping_s = 0;         // in the parallel loops of another thread's game
  double waiting_s = 0;
  double ending_s = 0;  // wall time after the last chunk was handed out
  // Parallel loops inside of games (large components): their number, and how much longer the games would have taken on
  // one thread.
  std::uint64_t loops = 0;
  double gained_s = 0;
  std::vector<double> threads_s;  // [thread] in games
  std::uint64_t chunks = 0;
  double shortest_chunk_s = 0;
  double median_chunk_s = 0;
  double longest_chunk_s = 0;

  // `Threads: 98.9 % of their time in games, 0.7 % waiting, ...`: what is at least 0.1 %.
  std::string text() const;

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("in_games_s", self.in_games_s);
    visit("starting_cases_s", self.starting_cases_s);
    visit("planning_s", self.planning_s);
    visit("folding_s", self.folding_s);
    visit("saving_s", self.saving_s);
    visit("helping_s", self.helping_s);
    visit("waiting_s", self.waiting_s);
    visit("ending_s", self.ending_s);
    visit("loops", self.loops);
    visit("gained_s", self.gained_s);
    visit("threads_s", self.threads_s);
    visit("chunks", self.chunks);
    visit("shortest_chunk_s", self.shortest_chunk_s);
    visit("median_chunk_s", self.median_chunk_s);
    visit("longest_chunk_s", self.longest_chunk_s);
  }
};

// How long the calling thread has been ready to run without having a core, since it began: other programs, more threads
// than cores, or a quota kept it waiting (proc(5), /proc/PID/schedstat). nullopt if the kernel does not tell.
std::optional<double> queued_s();

// Measures a run from its construction to time().
class ThreadClock {
 public:
  using Clock = std::chrono::steady_clock;

  explicit ThreadClock(std::size_t threads) : slots_(threads) {}

  // Adds the time since `begin` to a part of the driver's serial work; not while another thread adds to the same.
  static void add(double& part_s, Clock::time_point begin) { part_s += seconds(begin, Clock::now()); }
  // Counts a chunk that took `chunk_s`, of which `starting_s` to prepare for its case. One thread at a time per slot.
  void add_chunk(std::size_t slot, double chunk_s, double starting_s);
  // No more chunks are handed out.
  void note_last_chunk() { last_chunk_ = Clock::now(); }

  double planning_s = 0, folding_s = 0, saving_s = 0;

  ThreadTime time() const;

 private:
  static double seconds(Clock::time_point begin, Clock::time_point end) {
    return std::chrono::duration<double>(end - begin).count();
  }

  struct alignas(64) Slot {
    double playing_s = 0;
    double starting_s = 0;
    std::vector<float> chunks_s;
  };
  std::vector<Slot> slots_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point last_chunk_ = begin_;
  const solvers::LoopTime loops_before_ = solvers::loop_time();
};

}  // namespace sapper::experiments
