#include "solvers/support/parallel.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "sim/support/interruptible.hpp"

#ifdef SAPPER_EXECUTOR_THREADS
#include <exception>
#include <mutex>
#include <vector>
#else
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#endif

namespace sapper::solvers {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<std::uint64_t> loops, callers_ns, bodies_ns, helpers_ns;

std::uint64_t ns_since(Clock::time_point begin) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
}

#ifdef SAPPER_EXECUTOR_THREADS

void run_loop(std::size_t count, const std::function<void(std::size_t)>& body) {
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

void run_loop(std::size_t count, const std::function<void(std::size_t)>& body) {
  // A separate context: a failure elsewhere, which cancels the surrounding loop, must not cut this one short.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, count, body, context); });
}

#endif

}  // namespace

void for_each_index_in_parallel(std::size_t count, const std::function<void(std::size_t)>& body) {
  const std::thread::id caller = std::this_thread::get_id();
  const std::atomic<bool>* const interrupt = sim::Interruptible::flag();
  const Clock::time_point begin = Clock::now();
  run_loop(count, [&](std::size_t index) {
    const Clock::time_point body_begin = Clock::now();
    const sim::Interruptible as_caller(interrupt);
    body(index);
    const std::uint64_t ns = ns_since(body_begin);
    bodies_ns += ns;
    if (std::this_thread::get_id() != caller) helpers_ns += ns;
  });
  ++loops;
  callers_ns += ns_since(begin);
}

LoopTime loop_time() { return {loops, callers_ns, bodies_ns, helpers_ns}; }

}  // namespace sapper::solvers
