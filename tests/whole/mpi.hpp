// Whether tests of runs over MPI ranks can run.
#pragma once

#include <cstdlib>
#include <optional>

#include "tests/whole/program_test.hpp"

namespace sapper::tests {

inline std::optional<std::string> what_mpi_lacks() {
  if (!is_installed("mpirun")) return "mpirun is missing";
  ProgramRun rank = sapper({"run"});
  rank.environment = {{"OMPI_COMM_WORLD_SIZE", "2"}};
  if (run_program(rank).err.find("has no MPI support") != std::string::npos)
    return "this build has no MPI support";
  return std::nullopt;
}

// `./dev mpi test` ensures that nothing is missing.
#define SAPPER_SKIP_WITHOUT_MPI()                                   \
  if (const auto lack = what_mpi_lacks()) {                         \
    if (std::getenv("SAPPER_TEST_MPI") != nullptr) FAIL() << *lack; \
    GTEST_SKIP() << *lack;                                          \
  }                                                                 \
  static_assert(true)

}  // namespace sapper::tests
