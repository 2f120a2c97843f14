// Runs that are distributed over the ranks of an MPI program (builds with SAPPER_MPI, started by mpirun or srun;
// otherwise there is one rank). This interface is all that the driver and the commands see of MPI; mpi/ranks.hpp
// implements it.
//
// The first rank alone reads the config, hands out chunks, folds them in order, keeps checkpoints and writes the
// report: it runs the same driver as a run without MPI. Its main thread sends chunks to the other ranks as they finish
// theirs, keeping a few queued for each of their threads, while its other threads play too. Chunks carry case and game
// numbers, results carry counters, so that nothing depends on which rank played what.
//
// If a rank dies, the launcher sends SIGTERM to the others, and the first rank saves what was finished.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "experiments/run/in_order.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/record_filter.hpp"

namespace sapper::experiments {

class Experiment;

// A single rank; mpi/ranks.cpp overrides this for several.
class Ranks {
 public:
  Ranks() = default;
  // The first rank ends the others, unless that was done before.
  virtual ~Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  virtual std::size_t count() const { return 1; }
  virtual bool is_first() const { return true; }

  // Call once, on the first rank: tells the others what to play. Returns the threads of all ranks.
  virtual std::size_t begin(const Experiment& /*experiment*/, std::size_t threads,
                            std::optional<RecordFilter> /*records*/) {
    return threads;
  }
  // On the first rank: runs the driver's stages, whose items are chunks, on all ranks. A signal that another rank
  // receives interrupts the run. RunError when a rank fails.
  virtual Executor on_all(std::size_t threads, Interruption& /*interruption*/) { return on_threads(threads); }
  // On the first rank, after an interruption or failure: whether all other ranks have ended in time; otherwise this
  // process must end without waiting for them.
  virtual bool end(std::chrono::milliseconds /*patience*/) { return true; }

  // Call on the other ranks: plays the chunks received, with `threads` threads, until the first rank ends the run.
  using MakeFromConfig = std::function<std::unique_ptr<Experiment>(const std::string& config)>;
  virtual void serve(std::size_t /*threads*/, const MakeFromConfig& /*make_experiment*/) {}
};

// Joins the other ranks, if there are any. At most one object in a process, on its main thread.
std::unique_ptr<Ranks> join_ranks();

// InputError if this process was launched as one of several and has joined none of them: each would run the whole
// experiment. This happens in a program without MPI, and where MPI does not know the launcher (srun --mpi=none).
void refuse_lone_rank(const Ranks& joined);

// Whether this process is a rank other than the first: it then does not report errors on the command line, which all
// ranks see. False in a program without MPI.
bool is_further_rank();

// Sets what join_ranks() calls from now on. A program with MPI calls this once, at its start (mpi/ranks.hpp). Returns
// the previous function.
using JoinRanks = std::unique_ptr<Ranks> (*)();
JoinRanks set_join_ranks(JoinRanks join);

}  // namespace sapper::experiments
