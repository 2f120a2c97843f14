// Runs that spread over the ranks of an MPI program (builds with SAPPER_MPI, started by mpirun or srun; anywhere
// else there is one rank).
//
// The first rank alone reads the config, hands out chunks, folds them in order, keeps checkpoints and writes the
// report: it runs the same driver as a run without MPI. Its main thread gives chunks to the other ranks as these
// have played theirs, a few ahead for each of their threads, while its other threads play too. Chunks carry case
// and game numbers, results carry counters, so that nothing depends on who played what.
//
// A rank that dies: the launcher sends SIGTERM to the others, and the first rank saves what was finished.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/executor.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/interruption.hpp"

namespace sapper::experiments {

class Ranks {
 public:
  // Joins the other ranks, if there are any. At most one object in a process, on its main thread. RunError in a
  // build without MPI that was started as several ranks.
  Ranks();
  // On the first rank: lets the others end, if they have not been told to.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  std::size_t count() const { return count_; }
  bool is_first() const { return number_ == 0; }

  // On the first rank, once: tells the others what to play. Returns the threads of all ranks.
  std::size_t begin(const Experiment& experiment, std::size_t threads, std::optional<RecordFilter> records);
  // On the first rank: runs the driver's stages on all ranks. A signal that another rank receives interrupts the
  // run. RunError when a rank fails.
  void execute(std::size_t threads, std::size_t in_flight, const Stages& stages, Interruption& interruption);
  // On the first rank: after an interruption or failure. Whether all other ranks have ended in time;
  // otherwise this process must end without waiting for them.
  bool end(std::chrono::milliseconds patience);

  // On the others: plays what they are told, with `threads` threads, until the first rank ends the run.
  void serve(std::size_t threads,
             const std::function<std::unique_ptr<Experiment>(const std::string& config)>& make_experiment);

 private:
  std::size_t number_ = 0;
  std::size_t count_ = 1;
  // Of builds with MPI.
  [[maybe_unused]] bool has_begun_ = false;
  [[maybe_unused]] bool has_ended_ = false;
  std::vector<std::size_t> threads_;  // [rank]
};

}  // namespace sapper::experiments
