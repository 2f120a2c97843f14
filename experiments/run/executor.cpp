#include "experiments/run/executor.hpp"

#include <sched.h>

#include <algorithm>
#include <thread>

#ifdef SAPPER_EXECUTOR_THREADS
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <vector>
#else
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#endif

namespace sapper::experiments {

std::size_t processor_count() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<std::size_t>(CPU_COUNT(&allowed));
  return std::max(1U, std::thread::hardware_concurrency());
}

#ifdef SAPPER_EXECUTOR_THREADS

namespace {

// Chunks in the order of next(). The thread that finishes the first of them folds it and all finished ones after it.
class ThreadPipeline {
 public:
  ThreadPipeline(std::size_t in_flight, const Stages& stages) : in_flight_(in_flight), stages_(stages) {}

  void serve(std::size_t slot) {
    std::unique_lock lock(mutex_);
    try {
      while (Entry* entry = take(lock)) {
        lock.unlock();
        stages_.play(*entry->chunk, slot);
        lock.lock();
        entry->played = true;
        fold_ready();
        changed_.notify_all();
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      if (!error_) error_ = std::current_exception();
    }
    changed_.notify_all();
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  struct Entry {
    Chunk* chunk;
    bool played = false;
  };

  Entry* take(std::unique_lock<std::mutex>& lock) {
    changed_.wait(lock, [&] { return error_ || exhausted_ || line_.size() < in_flight_; });
    if (error_ || exhausted_) return nullptr;
    Chunk* chunk = stages_.next();
    exhausted_ = chunk == nullptr;
    return exhausted_ ? nullptr : &line_.emplace_back(Entry{chunk});
  }
  void fold_ready() {
    while (!error_ && !line_.empty() && line_.front().played) {
      stages_.fold(*line_.front().chunk);
      line_.pop_front();
    }
  }

  std::size_t in_flight_;
  const Stages& stages_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Entry> line_;  // references stay valid while it grows and shrinks at its ends
  bool exhausted_ = false;
  std::exception_ptr error_;
};

}  // namespace

void run_in_order(std::size_t threads, std::size_t in_flight, const Stages& stages) {
  ThreadPipeline pipeline(in_flight, stages);
  std::vector<std::thread> others;
  for (std::size_t slot = 1; slot < threads; ++slot)
    others.emplace_back([&pipeline, slot] { pipeline.serve(slot); });
  pipeline.serve(0);
  for (std::thread& other : others) other.join();
  pipeline.rethrow();
}

#else

void run_in_order(std::size_t threads, std::size_t in_flight, const Stages& stages) {
  // Both are needed for more threads than the machine has processors.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(static_cast<int>(threads));
  const auto next = [&](tbb::flow_control& control) {
    Chunk* chunk = stages.next();
    if (!chunk) control.stop();
    return chunk;
  };
  const auto play = [&](Chunk* chunk) {
    const auto slot = static_cast<std::size_t>(tbb::this_task_arena::current_thread_index());
    // A thread that waits for a nested parallel loop must not start another chunk.
    tbb::this_task_arena::isolate([&] { stages.play(*chunk, slot); });
    return chunk;
  };
  const auto fold = [&](Chunk* chunk) { stages.fold(*chunk); };
  arena.execute([&] {
    tbb::parallel_pipeline(in_flight,
                           tbb::make_filter<void, Chunk*>(tbb::filter_mode::serial_in_order, next) &
                               tbb::make_filter<Chunk*, Chunk*>(tbb::filter_mode::parallel, play) &
                               tbb::make_filter<Chunk*, void>(tbb::filter_mode::serial_in_order, fold));
  });
}

#endif

}  // namespace sapper::experiments
