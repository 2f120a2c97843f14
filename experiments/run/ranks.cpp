#include "experiments/run/ranks.hpp"

#include <fmt/format.h>

#include <utility>

#include "experiments/run/launched_ranks.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments {
namespace {

std::unique_ptr<Ranks> join_without_mpi() { return std::make_unique<Ranks>(); }

JoinRanks& join() {
  static JoinRanks function = join_without_mpi;
  return function;
}

bool has_mpi() { return join() != join_without_mpi; }

}  // namespace

std::unique_ptr<Ranks> join_ranks() { return join()(); }

JoinRanks set_join_ranks(JoinRanks function) { return std::exchange(join(), function); }

void refuse_lone_rank(const Ranks& joined) {
  const std::size_t launched = launched_ranks().value_or(1);
  if (launched == 1 || joined.count() > 1) return;
  if (!has_mpi())
    throw InputError(
        "this build has no MPI support; every rank would run the whole experiment; build with "
        "-DSAPPER_MPI=ON, or use ./dev mpi RANKS run CONFIG, or give each rank a --shard");
  throw InputError(fmt::format(
      "{} tasks were started, but MPI joins none of them, and every task would run the whole "
      "experiment; start them with srun --mpi=pmix (srun --mpi=list shows what this Slurm has) or "
      "with the mpirun of this program's MPI, or give each task a --shard",
      launched));
}

bool is_further_rank() { return has_mpi() && launched_rank().value_or(0) > 0; }

}  // namespace sapper::experiments
