// Waiting for what another process or thread does.
#pragma once

#include <chrono>
#include <thread>

namespace sapper::tests {

// Waits until the condition holds, but at most this long; returns whether it does. It is looked at every two
// milliseconds: no descriptor tells of what these conditions are about.
template <class Condition>
bool wait_until(Condition holds, double limit_s = 60) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(limit_s);
  while (!holds()) {
    if (Clock::now() > deadline) return holds();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace sapper::tests
