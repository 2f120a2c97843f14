// What a launcher of MPI programs (mpirun, srun) tells a process by its environment: Open MPI, PMIx or PMI.
#pragma once

#include <cstddef>
#include <optional>

namespace sapper::experiments {

// The number of this process among those launched together, and how many there are.
std::optional<std::size_t> launched_rank();
std::optional<std::size_t> launched_ranks();

// Whether this process is a rank other than the first: then it keeps quiet about mistakes on the command line,
// which all ranks see.
bool is_further_rank();

// Threads for each rank where none are asked for: the cores, shared among the ranks of this machine. ranks: in all.
std::size_t threads_per_rank(std::size_t ranks);

}  // namespace sapper::experiments
