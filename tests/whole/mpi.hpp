// Whether tests of runs over MPI ranks can run.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

#include "tests/whole/sapper.hpp"

namespace sapper::tests {

inline bool has_command(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null").c_str()) == 0;
}

inline std::optional<std::string> what_mpi_lacks() {
  if (!has_command("mpirun")) return "mpirun is missing";
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
