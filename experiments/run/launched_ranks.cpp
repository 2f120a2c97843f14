#include "experiments/run/launched_ranks.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "experiments/run/in_order.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

// The value of the first of these variables that is a number.
std::optional<std::size_t> number_from(std::initializer_list<const char*> variables) {
  for (const char* variable : variables) {
    const char* const text = std::getenv(variable);
    if (text == nullptr) continue;
    if (const auto number = parse_number<std::size_t>(text)) return number;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> launched_rank() {
  return number_from({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"});
}

std::optional<std::size_t> launched_ranks() {
  if (const auto ranks = number_from({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})) return ranks;
  const auto tasks = number_from({"SLURM_STEP_NUM_TASKS"});
  // A job that is submitted from within a step inherits the step's variables beside its own ones.
  if (!tasks || number_from({"SLURM_NTASKS"}).value_or(*tasks) != *tasks) return std::nullopt;
  return tasks;
}

std::size_t threads_per_rank(std::size_t ranks) {
  const std::size_t allowed = processor_count();
  if (ranks == 1) return allowed;
  const std::size_t ranks_here =
      std::max<std::size_t>(1, number_from({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}).value_or(1));
  const auto cores_here = static_cast<std::size_t>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
  return std::clamp<std::size_t>(cores_here / ranks_here, 1, allowed);
}

}  // namespace sapper::experiments
