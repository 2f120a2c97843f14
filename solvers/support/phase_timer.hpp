// Where the time of a game goes, in processor ticks by phase. Switching phases costs one counter read when
// the timer runs and one branch when it does not; the driver lets it run in a fixed fraction of the games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#if defined(__x86_64__)
#include <x86intrin.h>
#else
#include <chrono>
#endif

namespace sapper::solvers {

enum class Phase : std::uint8_t {
  layout,
  reveal,
  local_rules,
  frontier,
  counting,
  posterior,
  choice,
  referee,  // judging guesses: not the strategy's time
};
inline constexpr std::size_t kPhaseCount = 8;
inline constexpr std::array<std::string_view, kPhaseCount> kPhaseNames{
    "layout", "reveal", "local_rules", "frontier", "counting", "posterior", "choice", "referee"};

class PhaseTimer {
 public:
  // Starts in a phase, or stops for good until the next start.
  void start(Phase phase) {
    runs_ = true;
    current_ = phase;
    since_ = ticks();
  }
  void stop() {
    if (!runs_) return;
    enter(current_);
    runs_ = false;
  }
  // The time from here on belongs to the phase.
  void enter(Phase phase) {
    if (!runs_) return;
    const std::uint64_t now = ticks();
    totals_[static_cast<std::size_t>(current_)] += now - since_;
    since_ = now;
    current_ = phase;
  }
  bool runs() const { return runs_; }
  const std::array<std::uint64_t, kPhaseCount>& totals() const { return totals_; }
  void reset_totals() { totals_.fill(0); }

 private:
  static std::uint64_t ticks() {
#if defined(__x86_64__)
    return __rdtsc();
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
  }

  std::array<std::uint64_t, kPhaseCount> totals_{};
  std::uint64_t since_ = 0;
  Phase current_ = Phase::layout;
  bool runs_ = false;
};

}  // namespace sapper::solvers
