// sapper: a parallel Monte Carlo simulator for Minesweeper research.
#include <atomic>
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "experiments/cli/command_line.hpp"
#include "sim/support/standard_error.hpp"
#ifdef SAPPER_MPI
#include "experiments/run/mpi/ranks.hpp"
#endif

namespace {

// When the system refuses to start another thread, oneTBB throws on one of its own threads, where only this handler can
// catch it.
[[noreturn]] void tell_and_exit() {
  static std::atomic_flag has_reported = ATOMIC_FLAG_INIT;
  if (has_reported.test_and_set())
    for (;;) has_reported.wait(true);  // another thread is reporting
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::runtime_error& error) {
    using sapper::sim::write_to_standard_error;
    write_to_standard_error("sapper: out of threads or memory: ");  // there may be no memory for one text
    write_to_standard_error(error.what());
    write_to_standard_error("; try fewer --threads\n");
    std::_Exit(1);
  } catch (...) {
  }
  std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(tell_and_exit);
#ifdef SAPPER_MPI
  sapper::experiments::set_join_ranks(sapper::experiments::mpi::join_ranks);
#endif
  return sapper::experiments::run_command_line(argc, argv);
}
