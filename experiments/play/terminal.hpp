// The terminal under a game: what it can show, and how a game leaves it.
#pragma once

#include <signal.h>

namespace sapper::experiments {

bool is_input_a_terminal();

// Whether standard output is a terminal that shows emoji: by its kind (TERM) and the locale's encoding (the
// first that is set of LC_ALL, LC_CTYPE and LANG).
bool shows_emoji();

// Of the terminal on standard output; 0 where there is none.
int terminal_columns();

// While it lives, SIGINT and SIGTERM end the program at once with status 130 or 143; a terminal gets its
// colours back first. A signal that was ignored before stays so.
class QuickExit {
 public:
  QuickExit();
  ~QuickExit();
  QuickExit(const QuickExit&) = delete;
  QuickExit& operator=(const QuickExit&) = delete;

 private:
  struct sigaction before_int_ {};
  struct sigaction before_term_ {};
};

}  // namespace sapper::experiments
