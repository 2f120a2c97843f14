#include "experiments/run/ranks.hpp"

#include <utility>

#include "experiments/run/in_order.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments {
namespace {

std::unique_ptr<Ranks> join_without_mpi() {
  if (launched_ranks().value_or(1) > 1)
    throw InputError(
        "this build has no MPI support; every rank would run the whole experiment; build with "
        "-DSAPPER_MPI=ON, or use ./dev mpi RANKS run CONFIG");
  return std::make_unique<Ranks>();
}

JoinRanks& join() {
  static JoinRanks function = join_without_mpi;
  return function;
}

}  // namespace

std::unique_ptr<Ranks> join_ranks() { return join()(); }

JoinRanks set_join_ranks(JoinRanks function) { return std::exchange(join(), function); }

}  // namespace sapper::experiments
