#include "experiments/run/launcher.hpp"

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

std::optional<std::size_t> launched_ranks() { return number_from({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}); }

bool is_further_rank() { return launched_rank().value_or(0) > 0; }

std::size_t threads_per_rank(std::size_t ranks) {
  const std::size_t allowed = processor_count();
  if (ranks == 1) return allowed;
  const std::size_t ranks_here =
      std::max<std::size_t>(1, number_from({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}).value_or(1));
  const auto cores_here = static_cast<std::size_t>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
  return std::clamp<std::size_t>(cores_here / ranks_here, 1, allowed);
}

}  // namespace sapper::experiments
