// A program that runs beside this one and is spoken to by lines: its standard input and output are pipes, its
// standard error is passed on line by line under a name.
//
// It leads a process group of its own, so that the terminal's Ctrl-C reaches this program alone; nothing that it starts
// outlives it or this program (guarded_process.hpp). No call here waits longer than its timeout, whatever the program
// does: each turn of a loop reads a bounded amount and looks at the time. Pipes close at exec in every other child, so
// that the program's end is seen at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/guarded_process.hpp"

namespace sapper::experiments {

class ChildProcess {
 public:
  // Starts the program in the folder (empty: the current one), found as a shell finds it. `name`: before each
  // line of its standard error. RunError if it cannot be started.
  ChildProcess(const std::vector<std::string>& command, const std::filesystem::path& folder,
               std::string name);
  // Closes its input, gives it a second to end, then kills it and all that it has started.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  enum class Answer : std::uint8_t {
    line,
    unasked,        // it had written something before it was asked: unread()
    end_of_output,  // it ended or closed its output; what it wrote after the last line break is lost
    timeout,
    too_long,  // a line of more bytes than were allowed
    stopped,   // `stop` became true
  };
  static constexpr std::size_t kLongestLine = std::size_t{64} << 20;
  // Of its standard error, between two calls of renew_errors().
  static constexpr std::size_t kMostErrors = std::size_t{64} << 10;

  // Writes the text, then waits for a line of at most `longest` bytes, which last_line() holds without its line break.
  // An empty text only waits, for what has been written already as well.
  Answer ask(std::string_view text, double timeout_s, const std::atomic<bool>& stop,
             std::size_t longest = kLongestLine);
  // Writes what the pipe takes at once.
  void tell(std::string_view text);
  std::string_view last_line() const { return std::string_view(output_).substr(line_begin_, line_size_); }
  // Output that it has written after the last line, as far as it has been read; empty: none.
  std::string_view unread() const { return std::string_view(output_).substr(next_line_); }

  // Says how much of its standard error was left out since the last call, if any was, and passes on kMostErrors more.
  void renew_errors();

  // Kills it and all that it has started; after it, only the destructor may be called.
  void kill();
  // After end_of_output: `it ended with status 1`, `it was ended by signal 11 (Segmentation fault)`.
  std::string describe_end();

 private:
  class Pipes;

  bool write_some(std::string_view& text) const;
  bool wait_for_event(bool wants_to_write, double timeout_s);
  Answer read_output(std::size_t longest);
  bool find_line();
  bool pass_on_errors();
  void pass_on_error_line();
  void wait_for_end(double timeout_s);
  void close_pipes();

  std::string name_;
  int input_ = -1;
  int standard_output_ = -1;
  int errors_ = -1;
  bool is_pipe_fatal_ = false;  // a write to a closed pipe raises a signal that nobody ignores
  std::optional<GuardedProcess> process_;
  std::string output_;
  std::size_t line_begin_ = 0, line_size_ = 0, next_line_ = 0, searched_ = 0;
  std::string error_line_;
  std::size_t errors_left_ = kMostErrors;
  std::uint64_t errors_cut_ = 0;  // bytes left out
};

}  // namespace sapper::experiments
