// The first rank's side of a run over ranks: chunks in the driver's order, played on this and other ranks, folded in
// order. The thread that runs it sends and receives; others play.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "experiments/run/executor.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/mpi/messages.hpp"

namespace sapper::experiments::mpi {

class Pipeline {
 public:
  // threads: of each rank. A signal that another rank receives is passed to `interruption`.
  Pipeline(const std::vector<std::size_t>& threads, std::size_t in_flight, const Stages& stages,
           Interruption& interruption);

  // threads: of this rank. Throws RunError if a rank fails, and whatever a stage throws.
  void run(std::size_t threads);

 private:
  struct Entry {
    Chunk* chunk;
    bool is_played = false;
  };
  struct Peer {
    std::size_t max_ahead;
    std::unordered_map<std::uint64_t, Entry*> chunks;  // assigned to it, by id
  };

  void communicate();
  void take_message(const Message& message);
  void take_result(std::size_t rank, std::string_view bytes);
  bool hand_out();
  void drop_what_is_out();
  bool has_error();
  bool has_all_back();

  void play_here(std::size_t threads);
  Chunk* wait_for_chunk();
  void give_back(Chunk& chunk);

  // Call with the mutex held.
  bool is_over() const { return is_exhausted_ || error_; }
  void fail_with_current();
  Entry* take();
  void complete(Entry& entry);

  const std::size_t in_flight_;
  const Stages& stages_;
  Interruption& interruption_;
  std::vector<Peer> peers_;  // [rank]; only the thread that communicates uses them
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Entry> line_;  // references stay valid while it grows and shrinks at its ends
  std::unordered_map<Chunk*, Entry*> entries_here_;
  bool is_exhausted_ = false;
  std::exception_ptr error_;
  std::uint64_t next_id_ = 0;
};

}  // namespace sapper::experiments::mpi
