// What a person sees on standard error while an experiment runs: on a terminal one line, rewritten five times
// a second; elsewhere one plain line every ten seconds.
#pragma once

#include <chrono>
#include <string>

#include "experiments/engine/driver.hpp"
#include "experiments/engine/progress_mode.hpp"

namespace sapper::experiments {

class Progress {
 public:
  // `played`: what an earlier run has done, for the speed and the time left of this one.
  Progress(const Experiment& experiment, const Played& played, ProgressMode mode);
  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // After games of a case were added. Cheap unless a line is due.
  void update(std::size_t case_number, const Played& played);
  // Clears the line.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  struct Amount {
    double plays = 0;
    double cost = 0;
  };
  Amount done(std::size_t case_number, const Played& played);
  std::string line(std::size_t case_number, const Played& played);

  const Experiment& experiment_;
  std::size_t plays_per_game_;
  bool is_shown_;
  bool is_rewritten_;
  bool is_on_screen_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_line_ = begin_;
  Amount before_;  // by earlier runs
  double total_cost_ = 0;
  // Cases below counted_cases_, which get no more games.
  std::size_t counted_cases_ = 0;
  Amount counted_;
};

}  // namespace sapper::experiments
