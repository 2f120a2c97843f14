// The progress shown on standard error while an experiment runs: on a terminal one line, never wider than the terminal
// and rewritten five times a second; elsewhere plain lines without control characters, one every few seconds at first,
// later each time the run has become a tenth longer, but at least every ten minutes.
//
// Under a stop rule the time left is an estimate: the case that is played ends when games like those before would end it
// (expected_games.hpp), and the cases after it take the share of their games that those before have taken.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "experiments/run/driver.hpp"
#include "experiments/run/progress_mode.hpp"

namespace sapper::experiments {

class Progress {
 public:
  // `played`: the games of earlier runs, which do not count for the speed and the time left. slice: what will be
  // played.
  Progress(const Experiment& experiment, const Played& played, const Slice& slice, ProgressMode mode);
  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Call after games of a case were added. Cheap unless a line is due.
  void update(std::size_t case_number, const Played& played);
  // Clears the line.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  struct Amount {
    double plays = 0;
    double cost = 0;
    double whole_cost = 0;  // likewise, with cases that a stop rule ended counted as whole
    // Of the cases: what they took, and would have taken without a stop rule; earlier runs' games included.
    double taken = 0;
    double most = 0;
  };
  Amount done(std::size_t case_number, const Played& played);
  double cost_left(std::size_t case_number, const Tally& tally, const Amount& now) const;
  std::string line(std::size_t case_number, const Played& played);

  const Experiment& experiment_;
  std::size_t plays_per_game_;
  bool is_shown_;
  bool is_rewritten_;
  bool is_on_screen_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_line_ = begin_;
  Slice slice_;
  double total_cost_ = 0;
  std::vector<std::uint64_t> games_before_;  // [case] played by earlier runs
  // Cases below counted_cases_ get no more games. Of this run.
  std::size_t counted_cases_ = 0;
  Amount counted_;
};

}  // namespace sapper::experiments
