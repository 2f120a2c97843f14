// Processor time of a thread.
#pragma once

#include <time.h>

#include <cstdint>

namespace sapper::solvers {

// Processor time that this thread has used, in nanoseconds.
inline std::uint64_t thread_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace sapper::solvers
