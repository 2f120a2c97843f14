// Looks at something from a separate thread, again and again: a flag that a signal handler sets, a deadline, the
// progress of a search.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace sapper::experiments {

class Watchdog {
 public:
  // Calls look() after each interval, until it returns false or this object is destroyed.
  Watchdog(std::chrono::duration<double> every, std::function<bool()> look)
      : look_(std::move(look)), thread_([this, every] { watch(every); }) {}
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    over_.notify_all();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch(std::chrono::duration<double> every) {
    std::unique_lock lock(mutex_);
    while (!over_.wait_for(lock, every, [this] { return is_over_; }))
      if (!look_()) return;
  }

  std::function<bool()> look_;
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace sapper::experiments
