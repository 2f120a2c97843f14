// The only place where solvers use several threads: within one position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace sapper::solvers {

// How many threads a solver may use: the caller's own, or all of the caller's arena.
enum class ThreadUse : std::uint8_t { one, all };

// Calls body(0) ... body(count - 1), each once, in any order and on any threads of the caller's arena;
// returns when all are done, even if the surrounding loop has been cancelled meanwhile. The first exception of a body
// is rethrown; bodies that have not started by then may be skipped. The waiting thread takes no unrelated work, so that
// the caller's per-thread scratch stays untouched.
void for_each_index_in_parallel(std::size_t count, const std::function<void(std::size_t)>& body);

// The time that this process has spent in such loops until now.
struct LoopTime {
  std::uint64_t loops = 0;
  std::uint64_t callers_ns = 0;  // wall time of the calls
  std::uint64_t bodies_ns = 0;   // in bodies, on all threads
  std::uint64_t helpers_ns = 0;  // of this, on threads other than the caller's
};
LoopTime loop_time();

}  // namespace sapper::solvers
