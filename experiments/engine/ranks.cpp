// The only rank, in builds without MPI; with MPI, mpi/ranks.cpp replaces this file.
#include "experiments/engine/ranks.hpp"

#include "experiments/engine/launcher.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments {

Ranks::Ranks() {
  if (launched_ranks().value_or(1) > 1)
    throw InputError(
        "this build knows nothing of MPI, and each rank would play everything; build with -DSAPPER_MPI=ON, "
        "or use ./dev mpi RANKS run CONFIG");
}

Ranks::~Ranks() = default;

std::size_t Ranks::begin(const Experiment&, std::size_t threads, std::optional<RecordFilter>) {
  return threads;
}

void Ranks::execute(std::size_t threads, std::size_t in_flight, const Stages& stages, Interruption&) {
  run_in_order(threads, in_flight, stages);
}

bool Ranks::end(std::chrono::milliseconds) { return true; }

void Ranks::serve(std::size_t, const std::function<std::unique_ptr<Experiment>(const std::string&)>&) {}

}  // namespace sapper::experiments
