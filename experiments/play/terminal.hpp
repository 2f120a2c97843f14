// The terminal of a game: its capabilities, and its restoration at the end.
#pragma once

#include <signal.h>

#include <array>
#include <optional>
#include <vector>

#include "experiments/play/key.hpp"

namespace sapper::experiments {

bool is_input_a_terminal();

// Whether standard input and output are terminals whose screen can be cleared.
bool can_redraw();

// Whether standard output is a terminal that shows emoji, judged by its kind (TERM) and the locale's
// encoding.
bool shows_emoji();

// While an object exists, SIGINT, SIGTERM and SIGHUP end the program at once, whatever it is computing, with status
// 130, 143 or 129, after resetting the terminal's colours and RawInput's changes and clearing a line of progress. Signals
// that were ignored stay ignored.
class QuickExit {
 public:
  QuickExit();
  ~QuickExit();
  QuickExit(const QuickExit&) = delete;
  QuickExit& operator=(const QuickExit&) = delete;

 private:
  std::array<struct sigaction, 3> before_{};
};

// While an object exists, the terminal of standard input delivers keys as they are pressed and does not echo them. Its
// settings are restored at the end, on the signals of QuickExit, before a crash or Ctrl-\ ends the program, and while
// Ctrl-Z stops it. One object at a time.
class RawInput final : public KeySource {
 public:
  // RunError if the terminal's settings cannot be changed.
  RawInput();
  ~RawInput() override;
  RawInput(const RawInput&) = delete;
  RawInput& operator=(const RawInput&) = delete;

  Key next() override;
  bool has_more() override;

 private:
  std::optional<char> read_byte();
  static bool waits_for_byte(int timeout_ms);

  KeyDecoder decoder_;
  std::vector<int> handled_;  // signals
};

}  // namespace sapper::experiments
