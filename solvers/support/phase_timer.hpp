// The time of a game by phase, in processor ticks. Switching phases costs one counter read when the timer runs and one
// branch when it does not; the driver runs it in a fixed fraction of the games.
//
// The counter keeps running while another process is scheduled. An interval long enough to contain such an interruption
// (kLongTicks, some 25 microseconds) is therefore replaced by the thread's processor time in it, which takes a system
// call; shorter ones are counted as they are.
#pragma once

#include <time.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#if !defined(__x86_64__)
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
  solving,  // solving equations or clauses instead of counting
  choice,
  referee,  // judging guesses: not the strategy's time
};
inline constexpr std::size_t kPhaseCount = 9;
inline constexpr std::array<std::string_view, kPhaseCount> kPhaseNames{
    "layout", "reveal", "local_rules", "frontier", "counting", "posterior", "solving", "choice", "referee"};

class PhaseTimer {
 public:
  using Ticks = std::array<std::uint64_t, kPhaseCount>;

  static std::uint64_t ticks() {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();  // <x86intrin.h>, which declares __rdtsc(), has 54,000 lines
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
  }

  // Starts a game in a phase.
  void start(Phase phase);
  // Ends the game and adds it to the totals, if it was timed.
  void stop() {
    if (runs_) finish();
  }
  // Attributes the time from here on to the phase.
  void enter(Phase phase) {
    if (!runs_) return;
    const std::uint64_t now = ticks();
    const std::uint64_t elapsed = now - since_;
    since_ = now;
    if (elapsed < kLongTicks) {
      short_ticks_ += elapsed;
      game_[static_cast<std::size_t>(current_)] += elapsed;
    } else {
      add_long(elapsed);
    }
    current_ = phase;
  }

  // These are over all games since reset_totals().
  const Ticks& totals() const { return totals_; }
  std::uint64_t games() const { return games_; }
  // The longest time that one game spent in one phase, except the referee's.
  std::uint64_t longest() const { return longest_; }
  void reset_totals();

 private:
  static constexpr std::uint64_t kLongTicks = 65'536;

  void add_long(std::uint64_t elapsed);
  void finish();

  Ticks totals_{};
  Ticks game_{};
  std::uint64_t games_ = 0;
  std::uint64_t longest_ = 0;
  std::uint64_t since_ = 0;
  std::uint64_t clock_ns_ = 0;     // the thread's clock when it was last read in this game
  std::uint64_t short_ticks_ = 0;  // counted since then
  Phase current_ = Phase::layout;
  bool runs_ = false;
};

// Processor time that this thread has used, in nanoseconds.
inline std::uint64_t thread_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace sapper::solvers
