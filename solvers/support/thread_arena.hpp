// How many threads parallel loops (parallel.hpp) take. Only its source includes oneTBB, whose headers include <immintrin.h>:
// 65,000 lines.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace sapper::solvers {

// While the result exists, the process takes no more than this many threads; null, without an effect, for 0.
std::shared_ptr<void> limit_threads(std::size_t threads);

// Threads for the loops in run().
class ThreadArena {
 public:
  explicit ThreadArena(std::size_t threads);
  ~ThreadArena();
  ThreadArena(const ThreadArena&) = delete;
  ThreadArena& operator=(const ThreadArena&) = delete;

  // Calls body, on any of its threads.
  void run(const std::function<void()>& body);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

}  // namespace sapper::solvers
