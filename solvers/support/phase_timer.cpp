#include "solvers/support/phase_timer.hpp"

#include <algorithm>
#include <chrono>

namespace sapper::solvers {
namespace {

double measured_ticks_per_ns(std::uint64_t (*ticks)()) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds kStretch(500);
  const Clock::time_point begin = Clock::now();
  const std::uint64_t first = ticks();
  Clock::duration elapsed{};
  while (elapsed < kStretch) elapsed = Clock::now() - begin;
  return static_cast<double>(ticks() - first) / std::chrono::duration<double, std::nano>(elapsed).count();
}

// Measured at the first call, over an interval long enough to make the error negligible.
double ticks_per_ns(std::uint64_t (*ticks)()) {
  static const double rate = measured_ticks_per_ns(ticks);
  return rate;
}

}  // namespace

void PhaseTimer::start(Phase phase) {
  ticks_per_ns(ticks);  // here, where the half millisecond it takes is in no phase
  runs_ = true;
  current_ = phase;
  game_.fill(0);
  short_ticks_ = 0;
  clock_ns_ = thread_ns();
  since_ = ticks();
}

void PhaseTimer::add_long(std::uint64_t elapsed) {
  const std::uint64_t now_ns = thread_ns();
  const double used_since =
      static_cast<double>(now_ns - clock_ns_) * ticks_per_ns(ticks) - static_cast<double>(short_ticks_);
  game_[static_cast<std::size_t>(current_)] +=
      std::min(elapsed, static_cast<std::uint64_t>(std::max(0.0, used_since)));
  clock_ns_ = now_ns;
  short_ticks_ = 0;
  since_ = ticks();  // excludes the time that this took
}

void PhaseTimer::finish() {
  enter(current_);
  runs_ = false;
  ++games_;
  for (std::size_t phase = 0; phase < kPhaseCount; ++phase) {
    totals_[phase] += game_[phase];
    if (phase != static_cast<std::size_t>(Phase::referee)) longest_ = std::max(longest_, game_[phase]);
  }
}

void PhaseTimer::reset_totals() {
  totals_.fill(0);
  games_ = 0;
  longest_ = 0;
}

}  // namespace sapper::solvers
