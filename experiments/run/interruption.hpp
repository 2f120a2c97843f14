// Turns SIGINT, SIGTERM and SIGHUP into a flag. The second signal of a kind ends the program at once.
#pragma once

#include <signal.h>

#include <array>
#include <atomic>

namespace sapper::experiments {

// While an object lives, the signals only raise flag(); a SIGHUP that was ignored, as under nohup, stays so.
// One object at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  const std::atomic<bool>& flag() const;
  int signal() const;  // the last signal received, or 0
  // As if the signal had come; without a claim to the first of its kind.
  void request(int signal);

 private:
  std::array<struct sigaction, 3> before_{};
};

}  // namespace sapper::experiments
