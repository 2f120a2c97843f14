// Turns SIGINT, SIGTERM and SIGHUP into a flag. The second signal of the same kind ends the program at once.
#pragma once

#include <signal.h>

#include <array>
#include <atomic>

namespace sapper::experiments {

// While an object exists, the signals only set flag(); a SIGHUP that was ignored, as under nohup, stays ignored. One
// object at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  const std::atomic<bool>& flag() const;
  int signal() const;  // the last signal received, or 0
  // Sets the flag as if the signal had arrived; does not count as the first signal of its kind.
  void request(int signal);

 private:
  std::array<struct sigaction, 3> before_{};
};

}  // namespace sapper::experiments
