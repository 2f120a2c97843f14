// The terminal that a game is played on: what it can show, and how a game leaves it.
#pragma once

#include <signal.h>

#include <array>

namespace sapper::experiments {

bool is_input_a_terminal();

// Whether standard input and output are terminals, of a kind whose screen can be cleared.
bool can_redraw();

// Whether standard output is a terminal that shows emoji, judged by its kind (TERM) and the locale's
// encoding.
bool shows_emoji();

// While it lives, SIGINT, SIGTERM and SIGHUP end the program at once, whatever it is computing, with status 130,
// 143 or 129; a terminal's colours are reset first. Signals that were ignored stay ignored.
class QuickExit {
 public:
  QuickExit();
  ~QuickExit();
  QuickExit(const QuickExit&) = delete;
  QuickExit& operator=(const QuickExit&) = delete;

 private:
  std::array<struct sigaction, 3> before_{};
};

}  // namespace sapper::experiments
