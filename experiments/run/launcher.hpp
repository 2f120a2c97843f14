// What a launcher of MPI programs (mpirun, srun) passes to a process in its environment: Open MPI, PMIx or PMI.
#pragma once

#include <cstddef>
#include <optional>

namespace sapper::experiments {

// The rank of this process among those launched together, and their number.
std::optional<std::size_t> launched_rank();
std::optional<std::size_t> launched_ranks();

// Whether this process is a rank other than the first: it then does not report errors on the command line, which all
// ranks see.
bool is_further_rank();

// The default number of threads per rank: the cores, shared among the ranks of this machine. ranks: their total number.
std::size_t threads_per_rank(std::size_t ranks);

}  // namespace sapper::experiments
