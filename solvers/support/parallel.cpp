#include "solvers/support/parallel.hpp"

#ifdef SAPPER_EXECUTOR_THREADS
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>
#else
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#endif

namespace sapper::solvers {

#ifdef SAPPER_EXECUTOR_THREADS

void for_each_index_in_parallel(std::size_t count, const std::function<void(std::size_t)>& body) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    for (std::size_t index = next++; index < count; index = next++) {
      try {
        body(index);
      } catch (...) {
        const std::lock_guard lock(failure_mutex);
        if (!failure) failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::thread::hardware_concurrency() && i < count; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

#else

void for_each_index_in_parallel(std::size_t count, const std::function<void(std::size_t)>& body) {
  // A separate context: a failure elsewhere, which cancels the surrounding loop, must not cut this one short.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, count, body, context); });
}

#endif

}  // namespace sapper::solvers
