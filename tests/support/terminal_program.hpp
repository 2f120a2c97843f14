// Runs a program on a separate terminal: its input, its output, and the final state of the terminal.
#pragma once

#include <sys/types.h>
#include <termios.h>

#include <string>
#include <string_view>

#include "tests/support/program.hpp"

namespace sapper::tests {

struct TerminalSize {
  unsigned short rows = 24;
  unsigned short columns = 80;
};

// All three standard streams are the terminal. Killed at destruction if it still runs.
class TerminalProgram {
 public:
  // `run`'s standard input and output are ignored. std::system_error if it cannot be started.
  explicit TerminalProgram(const ProgramRun& run, TerminalSize size = {});
  ~TerminalProgram();
  TerminalProgram(const TerminalProgram&) = delete;
  TerminalProgram& operator=(const TerminalProgram&) = delete;

  void type(std::string_view keys);
  void send(int signal);
  void resize(TerminalSize size);  // which sends SIGWINCH
  // Waits until the output contains the text after what was waited for before; false if it does not in time.
  bool wait_for(std::string_view text);
  // Waits for the end: the status (1000 + N when signal N ended it), and all output, in `out`.
  ProgramResult wait();
  // Waits until a signal has stopped the program, and for all that it wrote before; false if none does in time.
  bool wait_until_stopped();

  const std::string& output() const { return output_; }
  termios settings() const;
  const termios& settings_at_start() const { return settings_at_start_; }

 private:
  bool read_some(int timeout_ms);

  int terminal_ = -1;  // the user's side
  int inside_ = -1;    // the program's side, held open so that its settings can be read at the end
  pid_t id_ = -1;
  termios settings_at_start_{};
  double timeout_s_;
  std::string output_;
  std::size_t waited_for_ = 0;  // of output_, in bytes
};

}  // namespace sapper::tests
