// The other ranks' side of a run over ranks: plays the tasks that it receives, in any order, and sends the results
// back. The thread that runs it sends and receives; others play.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/interruption.hpp"
#include "experiments/run/mpi/messages.hpp"

namespace sapper::experiments::mpi {

class Server {
 public:
  Server(const Experiment& experiment, std::size_t threads, std::optional<RecordFilter> records);

  // Runs until the first rank ends the run. False if games are still in play; this object must then live until the
  // process ends.
  bool run();

 private:
  struct Work {
    std::uint64_t id = 0;
    Chunk chunk;
  };

  void communicate(const Interruption& interruption);
  bool send_results();
  bool has_ended_in_time();

  void play_all();
  bool wait_for_task(Work& work);
  void play(Work& work, std::size_t slot);

  const std::size_t threads_;
  ChunkPlayer player_;
  std::vector<Work> work_;
  std::atomic<bool> abandon_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> waiting_;  // tasks
  std::deque<std::string> outgoing_;
  bool is_closed_ = false;
  bool has_ended_ = false;
  std::string failure_;
};

}  // namespace sapper::experiments::mpi
