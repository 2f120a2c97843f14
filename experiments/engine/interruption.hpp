// SIGINT and SIGTERM turned into a flag. The second signal of a kind ends the program at once.
#pragma once

#include <signal.h>

#include <atomic>

namespace sapper::experiments {

// While it lives the two signals only raise flag(). One at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  const std::atomic<bool>& flag() const;
  int signal() const;  // the last one that came, or 0

 private:
  struct sigaction before_int_ {};
  struct sigaction before_term_ {};
};

}  // namespace sapper::experiments
