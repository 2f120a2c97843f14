// When a search for the least clicks ends.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace sapper::solvers {

// The first of the time and the number of questions to the SAT solver that is reached. Questions of limited conflicts are the
// same on every machine.
struct ClickLimit {
  std::chrono::duration<double> time = std::chrono::hours(24 * 365);
  std::uint64_t questions = std::numeric_limits<std::uint32_t>::max();
  // Bounds soon rather than close: questions of few conflicts, cores as they come, no search for better plans by windows.
  bool is_hasty = false;
};

// Counts the questions of a search from its construction on.
class ClickClock {
 public:
  using Clock = std::chrono::steady_clock;
  struct End {
    Clock::time_point time;
    std::uint64_t questions;
  };

  explicit ClickClock(const ClickLimit& limit) : begin_(Clock::now()), limit_(limit) {
    limit_.time = std::min(limit.time, ClickLimit().time);  // longer ones would overflow the clock's count
  }

  // The end of this share of the limit.
  End after(double share) const { return {begin_ + part_of_time(share), part_of_questions(share)}; }
  // The end of this time or share of the questions from now on, but not after `end`.
  End soon(std::chrono::duration<double> time, double share, const End& end) const {
    return {std::min(end.time, Clock::now() + std::chrono::duration_cast<Clock::duration>(time)),
            std::min(end.questions, asked_ + part_of_questions(share))};
  }
  bool is_over(const End& end) const { return asked_ >= end.questions || Clock::now() >= end.time; }
  void count_question() { ++asked_; }
  bool is_hasty() const { return limit_.is_hasty; }

 private:
  Clock::duration part_of_time(double share) const {
    return std::chrono::duration_cast<Clock::duration>(limit_.time * share);
  }
  std::uint64_t part_of_questions(double share) const {
    return static_cast<std::uint64_t>(share * static_cast<double>(limit_.questions));
  }

  Clock::time_point begin_;
  ClickLimit limit_;
  std::uint64_t asked_ = 0;
};

}  // namespace sapper::solvers
