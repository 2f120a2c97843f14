#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/driver.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/tally.hpp"

namespace sapper::experiments {

// Whether a run shows its progress: on a terminal a line that is rewritten, elsewhere an occasional line (automatic);
// the same, but with the first line immediately (always); or nothing.
enum class ProgressMode : std::uint8_t { automatic, always, never };

// A line of progress on standard error: on a terminal that takes escape sequences one line, never wider than the
// terminal and rewritten five times a second, by one object at a time; elsewhere plain lines without control characters,
// one every few seconds at first, later each time the work has become a tenth longer, but at least every ten minutes.

class ProgressLine {
 public:
  explicit ProgressLine(ProgressMode mode);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Whether it is time for the next line. Cheap.
  bool is_due() const { return is_shown_ && Clock::now() >= next_line_; }
  // Unless it is never shown.
  void show(std::string_view text);
  bool is_rewritten() const { return is_rewritten_; }
  // Clears the line on a terminal. Elsewhere adds the last line, if others were shown.
  void finish(std::string_view text);
  // Clears the line on a terminal.
  void clear() const;
  // The line of whichever object has one on the screen: for signal handlers that end the program. True if there was one.
  static bool clear_at_exit();
  double elapsed_s() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  bool is_shown_;
  bool is_rewritten_;
  std::string last_;  // shown
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_line_ = begin_;
};

// The progress shown on standard error while an experiment runs (progress.hpp): time left, speed, the case that is
// played and its rates.
//
// Under a stop rule the time left is an estimate: the case that is played ends when games like those before would end it
// (driver.hpp), and the cases after it take the share of their games that those before have taken.

class Progress {
 public:
  // The games that the report holds now do not count for the speed and the time left. games: that it holds in the end.
  Progress(const Report& report, ProgressMode mode, GameSet games);

  // Call after games of a case were added to the report. Cheap unless a line is due.
  void update(std::size_t case_number);
  // Clears the line.
  void finish() { line_.clear(); }

 private:
  struct Amount {
    double plays = 0;
    double cost = 0;
    double core_s = 0;
    double whole_cost = 0;  // the same, with cases that a stop rule ended counted as whole
    // What the cases took, and would have taken without a stop rule, with the games of earlier runs.
    double taken = 0;
    double most = 0;
  };
  Amount done(std::size_t case_number);
  double core_s_of(std::size_t case_number) const;  // of the games in the report
  double cost_left(std::size_t case_number, const Tally& tally, const Amount& now) const;
  std::string text(std::size_t case_number);
  GameRange range_of(std::size_t case_number) const { return games_.range_of(case_number); }

  const Report& report_;
  const Experiment& experiment_;
  std::size_t plays_per_game_;
  GameSet games_;
  ProgressLine line_;
  double total_cost_ = 0;
  // [case] of the games played by earlier runs.
  std::vector<std::uint64_t> games_before_;
  std::vector<double> core_s_before_;
  // Cases below counted_cases_ get no more games in this run.
  std::size_t counted_cases_ = 0;
  Amount counted_;
};

}  // namespace sapper::experiments
