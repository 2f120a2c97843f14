// Turns SIGINT, SIGTERM and SIGHUP into a flag. Further signals can still end a program that is stuck, but not before it
// has had the time to save what it has: `timeout` and shells send a signal twice within a millisecond.
#pragma once

#include <atomic>
#include <chrono>

namespace sapper::experiments {

// While an object exists, the first signal only sets flag(). A repeat less than kRepeat after the last signal that
// counted, or during a ProtectedSave, is ignored; the second one that counts announces that the third ends the program
// at once. A SIGHUP that was ignored, as under nohup, stays ignored. One object at a time.
//
// After a signal the handlers outlive the object: the program is about to end, and repeats must not kill it meanwhile.
class Interruption {
 public:
  static constexpr std::chrono::seconds kRepeat{1};

  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  const std::atomic<bool>& flag() const;
  int signal() const;  // the first signal received, or 0
  // Sets the flag as if the signal had arrived, unless one has.
  void request(int signal);
};

// While an object exists, signals do not end the program: it is saving.
class ProtectedSave {
 public:
  ProtectedSave();
  ~ProtectedSave();
  ProtectedSave(const ProtectedSave&) = delete;
  ProtectedSave& operator=(const ProtectedSave&) = delete;
};

}  // namespace sapper::experiments
