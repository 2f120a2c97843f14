// A line of progress on standard error: on a terminal that takes escape sequences one line, never wider than the
// terminal and rewritten five times a second, by one object at a time; elsewhere plain lines without control characters,
// one every few seconds at first, later each time the work has become a tenth longer, but at least every ten minutes.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace sapper::experiments {

// Whether a run shows its progress: on a terminal a line that is rewritten, elsewhere an occasional line (automatic);
// the same, but with the first line immediately (always); or nothing.
enum class ProgressMode : std::uint8_t { automatic, always, never };

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

}  // namespace sapper::experiments
