// The terminal of a game: its capabilities, and its restoration at the end.
#pragma once

#include <initializer_list>
#include <optional>
#include <vector>

#include "experiments/play/dialogue.hpp"
#include "experiments/play/keys.hpp"

namespace sapper::experiments {

// The dialogue over standard input and this stream to standard output, which is as wide as the terminal. It echoes the
// input unless a terminal does.
Dialogue terminal_dialogue(std::ostream& out);

// Whether standard input and output are terminals whose screen can be cleared.
bool can_redraw();

// Whether standard output is a terminal that shows emoji, judged by its kind (TERM) and the locale's
// encoding.
bool shows_emoji();

// The handlers of some signals; the destructor puts back what was there. Signals that were ignored stay ignored. One
// object at a time for each signal.
class SignalHandlers {
 public:
  SignalHandlers() = default;
  SignalHandlers(const SignalHandlers&) = delete;
  SignalHandlers& operator=(const SignalHandlers&) = delete;
  ~SignalHandlers();
  void add(std::initializer_list<int> signals, void (*handler)(int));

 private:
  std::vector<int> handled_;
};

// While an object exists, SIGINT, SIGTERM and SIGHUP end the program at once, whatever it is computing, with status
// 130, 143 or 129, after resetting the terminal's colours and RawInput's changes and clearing a line of progress.
class QuickExit {
 public:
  QuickExit();

 private:
  SignalHandlers handlers_;
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

  KeyPress next() override;
  bool has_more() override;

 private:
  std::optional<char> read_byte();
  static bool waits_for_byte(int timeout_ms);

  KeyDecoder decoder_;
  SignalHandlers handlers_;
};

}  // namespace sapper::experiments
