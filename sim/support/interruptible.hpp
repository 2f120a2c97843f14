// Ends a computation that takes long, from within, once a flag is set: as by a signal handler.
//
// Who starts it makes an Interruptible and catches Interrupted. Loops that may take longer than a fraction of a second,
// however deep inside, call end_if_interrupted(): without an Interruptible on their thread that costs a load. Parallel
// loops hand the flag on to their threads (solvers/support/parallel.hpp).
#pragma once

#include <atomic>

namespace sapper::sim {

// Not an error, and shown to no one: so that no handler of errors takes it for one, it is no std::exception. What threw it
// can be started over, but not gone on with.
class Interrupted {};

// While it exists, computations of this thread end once *flag is true; null: never. The innermost one counts.
class Interruptible {
 public:
  explicit Interruptible(const std::atomic<bool>* flag) : before_(flag_) { flag_ = flag; }
  explicit Interruptible(const std::atomic<bool>& flag) : Interruptible(&flag) {}
  ~Interruptible() { flag_ = before_; }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  // That of this thread.
  static const std::atomic<bool>* flag() { return flag_; }

 private:
  static inline thread_local constinit const std::atomic<bool>* flag_ = nullptr;
  const std::atomic<bool>* before_;
};

// Throws Interrupted if the thread's flag is set.
inline void end_if_interrupted() {
  if (const std::atomic<bool>* const flag = Interruptible::flag();
      flag != nullptr && flag->load(std::memory_order_relaxed)) [[unlikely]]
    throw Interrupted();
}

}  // namespace sapper::sim
