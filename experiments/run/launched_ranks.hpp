// What a launcher of MPI programs (mpirun, srun) passes to a process in its environment: Open MPI, PMIx or PMI.
#pragma once

#include <cstddef>
#include <optional>

namespace sapper::experiments {

// The rank of this process among those launched together; nullopt if the launcher and MPI do not know of each other.
std::optional<std::size_t> launched_rank();
// The number of processes launched together; nullopt if no launcher says it. In a step of a Slurm job, these are its
// tasks, whether or not srun passes them to MPI (--mpi=none). A job script, a task of an array and a shell of salloc
// are in no step.
std::optional<std::size_t> launched_ranks();

// The default number of threads per rank: the cores, shared among the ranks of this machine. ranks: their total number.
std::size_t threads_per_rank(std::size_t ranks);

}  // namespace sapper::experiments
