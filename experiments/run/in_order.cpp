#include "experiments/run/in_order.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <set>
#include <string>
#include <thread>

#ifndef SAPPER_EXECUTOR_THREADS
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#endif

namespace sapper::experiments {

std::vector<std::size_t> allowed_processors() {
  std::vector<std::size_t> numbers;
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
    numbers.resize(std::max(1U, std::thread::hardware_concurrency()));
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  }
  for (std::size_t number = 0; number < CPU_SETSIZE; ++number)
    if (CPU_ISSET(number, &allowed)) numbers.push_back(number);
  return numbers;
}

std::size_t processor_count() { return allowed_processors().size(); }

std::size_t physical_core_count() {
  std::set<std::string> cores;  // each by the list of its hardware threads
  for (const std::size_t number : allowed_processors()) {
    std::ifstream list("/sys/devices/system/cpu/cpu" + std::to_string(number) +
                       "/topology/thread_siblings_list");
    std::string siblings;
    cores.insert(list >> siblings ? siblings : std::to_string(number));
  }
  return cores.size();
}

PendingItems::Entry* PendingItems::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return failure_ || is_exhausted_ || has_room(); });
  return plan_next(lock);
}

PendingItems::Entry* PendingItems::next_if_room() {
  std::unique_lock lock(mutex_);
  return has_room() ? plan_next(lock) : nullptr;
}

PendingItems::Entry* PendingItems::plan_next(std::unique_lock<std::mutex>& lock) {
  if (failure_ || is_exhausted_) return nullptr;
  is_planning_ = true;
  lock.unlock();
  void* const item = stages_.plan();
  lock.lock();
  is_planning_ = false;
  changed_.notify_all();
  if (item != nullptr) return &entries_.emplace_back(Entry{item});
  is_exhausted_ = true;
  return nullptr;
}

void PendingItems::finish(Entry& entry) {
  const std::lock_guard lock(mutex_);
  entry.is_played = true;
  while (!entries_.empty() && entries_.front().is_played) {
    void* const item = entries_.front().item;
    entries_.pop_front();
    if (failure_) continue;
    try {
      stages_.take(item);
    } catch (...) {
      failure_ = std::current_exception();  // under the mutex: no other thread takes the items after this one
    }
  }
  changed_.notify_all();
}

void PendingItems::close() {
  const std::lock_guard lock(mutex_);
  is_exhausted_ = true;
  changed_.notify_all();
}

void PendingItems::fail() {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::current_exception();
  changed_.notify_all();
}

bool PendingItems::is_over() {
  const std::lock_guard lock(mutex_);
  return is_exhausted_ || failure_;
}

bool PendingItems::has_failed() {
  const std::lock_guard lock(mutex_);
  return failure_ != nullptr;
}

void PendingItems::rethrow_failure() const {
  if (failure_) std::rethrow_exception(failure_);
}

Executor on_plain_threads(std::size_t threads) {
  return [threads](std::size_t in_flight, const MapStages& stages) {
    PendingItems line(in_flight, stages);
    const auto serve = [&](std::size_t slot) {
      try {
        while (PendingItems::Entry* const entry = line.next()) {
          stages.play(entry->item, slot);
          line.finish(*entry);
        }
      } catch (...) {
        line.fail();
      }
    };
    std::vector<std::thread> others;
    for (std::size_t slot = 1; slot < threads; ++slot) others.emplace_back(serve, slot);
    serve(0);
    for (std::thread& other : others) other.join();
    line.rethrow_failure();
  };
}

#ifdef SAPPER_EXECUTOR_THREADS

Executor on_threads(std::size_t threads) { return on_plain_threads(threads); }

#else

Executor on_threads(std::size_t threads) {
  return [threads](std::size_t in_flight, const MapStages& stages) {
    // Both are needed for more threads than the machine has processors.
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(static_cast<int>(threads));
    const auto plan = [&](tbb::flow_control& control) {
      void* const item = stages.plan();
      if (item == nullptr) control.stop();
      return item;
    };
    const auto play = [&](void* item) {
      const auto slot = static_cast<std::size_t>(tbb::this_task_arena::current_thread_index());
      // A thread that waits for a nested parallel loop must not start another item.
      tbb::this_task_arena::isolate([&] { stages.play(item, slot); });
      return item;
    };
    const auto take = [&](void* item) { stages.take(item); };
    arena.execute([&] {
      tbb::parallel_pipeline(in_flight,
                             tbb::make_filter<void, void*>(tbb::filter_mode::serial_in_order, plan) &
                                 tbb::make_filter<void*, void*>(tbb::filter_mode::parallel, play) &
                                 tbb::make_filter<void*, void>(tbb::filter_mode::serial_in_order, take));
    });
  };
}

#endif

}  // namespace sapper::experiments
