// The ranks of a program that was started by mpirun or srun; one rank otherwise, and where srun does not
// pass its tasks to MPI.
#pragma once

#include <memory>

#include "experiments/run/ranks.hpp"

namespace sapper::experiments::mpi {

// Is given to set_join_ranks(). RunError if the MPI library does not support threads.
std::unique_ptr<Ranks> join_ranks();

}  // namespace sapper::experiments::mpi
