// The ordered parallel map: plans items one after another, plays them on many threads at once, and takes them in the
// order in which they were planned.
//
//     std::vector<Board> boards(4 * threads);  // the items in flight: `plan` reuses their memory
//     in_order(on_threads(threads), boards,
//              [&](Board& board) { return next < count && (board.number = next++, true); },
//              [&](Board& board, std::size_t slot) { makers[slot].make(board); },
//              [&](const Board& board) { output.write(board); });
//
// An Executor runs the stages: oneTBB's parallel_pipeline, whose threads also work in the parallel loops inside an item;
// plain threads, for plans that wait, as for input, and under ThreadSanitizer (compile definition
// SAPPER_EXECUTOR_THREADS), which reports false races inside the TBB of most distributions; or the ranks of an MPI
// program (ranks.hpp).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

#include "sim/support/interruptible.hpp"

namespace sapper::experiments {

// The stages of an ordered map over items of any type.
struct MapStages {
  // The next item, or null after the last. Never called by two threads at once.
  std::function<void*()> plan;
  // Called by many threads at once, but by one at a time per slot; 0 <= slot < threads. Parallel loops inside it cannot
  // start another item in the same slot.
  std::function<void(void* item, std::size_t slot)> play;
  // Receives the items in the order of plan(). Never called by two threads at once, but possibly during a call of
  // plan().
  std::function<void(void* item)> take;
};

// Runs until plan() is exhausted, with at most `in_flight` items between plan() and the end of take(). The first
// exception of a stage ends the run and is rethrown here once no stage is running.
using Executor = std::function<void(std::size_t in_flight, const MapStages&)>;
Executor on_threads(std::size_t threads);
Executor on_plain_threads(std::size_t threads);

// The processors that this process may use: hardware threads, by the kernel's numbers.
std::vector<std::size_t> allowed_processors();
std::size_t processor_count();
// The physical cores that these belong to; their own number where the kernel does not tell.
std::size_t physical_core_count();

// plan(item) fills one of `items` and returns true, or returns false after the last one; play(item, slot); take(item).
// Rethrows what a stage throws; what play() throws only after all items before that one are taken.
template <class Item, class Plan, class Play, class Take>
void in_order(const Executor& execute, std::vector<Item>& items, Plan plan, Play play, Take take) {
  std::mutex mutex;  // plan() and take() may run at once
  std::vector<Item*> free;
  free.reserve(items.size());
  for (Item& item : items) free.push_back(&item);
  std::vector<std::exception_ptr> failures(items.size());
  std::atomic<bool> has_failed = false;
  const auto failure_of = [&](const Item* item) -> std::exception_ptr& {
    return failures[static_cast<std::size_t>(item - items.data())];
  };
  execute(items.size(), {[&]() -> void* {
                           if (has_failed) return nullptr;
                           Item* item = nullptr;
                           {
                             const std::lock_guard lock(mutex);
                             item = free.back();
                             free.pop_back();
                           }
                           return plan(*item) ? item : nullptr;
                         },
                         [&](void* planned, std::size_t slot) {
                           Item* const item = static_cast<Item*>(planned);
                           try {
                             play(*item, slot);
                           } catch (...) {
                             failure_of(item) = std::current_exception();
                             has_failed = true;
                           }
                         },
                         [&](void* played) {
                           Item* const item = static_cast<Item*>(played);
                           if (const std::exception_ptr& failure = failure_of(item))
                             std::rethrow_exception(failure);
                           take(*item);
                           const std::lock_guard lock(mutex);
                           free.push_back(item);
                         }});
}

// The same until *interrupt becomes true: plan() and play() then end wherever they are (sim/support/interruptible.hpp), and
// take() has had the first items.
template <class Item, class Plan, class Play, class Take>
void in_order_until(const std::atomic<bool>& interrupt, const Executor& execute, std::vector<Item>& items,
                    Plan plan, Play play, Take take) {
  std::vector<char> is_dropped(items.size());  // not bits: by many threads at once
  const auto drop = [&](const Item& item) -> char& {
    return is_dropped[static_cast<std::size_t>(&item - items.data())];
  };
  bool has_ended = false;
  in_order(
      execute, items,
      [&](Item& item) {
        const sim::Interruptible until(interrupt);
        try {
          sim::end_if_interrupted();
          drop(item) = 0;
          return plan(item);
        } catch (const sim::Interrupted&) {
          return false;
        }
      },
      [&](Item& item, std::size_t slot) {
        const sim::Interruptible until(interrupt);
        try {
          sim::end_if_interrupted();
          play(item, slot);
        } catch (const sim::Interrupted&) {
          drop(item) = 1;
        }
      },
      [&](Item& item) {
        has_ended = has_ended || drop(item) != 0;
        if (!has_ended) take(item);
      });
}

// The items between plan() and take(), for an Executor that plays them itself.
class PendingItems {
 public:
  struct Entry {
    void* item;
    bool is_played = false;
  };

  PendingItems(std::size_t in_flight, const MapStages& stages) : in_flight_(in_flight), stages_(stages) {}

  // The next item once there is room for it; null: there are no more.
  Entry* next();
  // Does not wait; null: there are no more, or no room now.
  Entry* next_if_room();
  // Takes the item and those after it, up to the first that is still in play. What take() throws ends the run.
  void finish(Entry& entry);
  // No more items are planned.
  void close();
  // Ends the run with the current exception; of several the first counts.
  void fail();

  bool is_over();  // there are no more items
  bool has_failed();
  void rethrow_failure() const;

 private:
  bool has_room() const { return !is_planning_ && entries_.size() < in_flight_; }
  Entry* plan_next(std::unique_lock<std::mutex>& lock);

  const std::size_t in_flight_;
  const MapStages& stages_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Entry> entries_;  // references stay valid while it grows and shrinks at its ends
  bool is_planning_ = false;   // a thread is in plan(), without the mutex
  bool is_exhausted_ = false;
  std::exception_ptr failure_;
};

}  // namespace sapper::experiments
