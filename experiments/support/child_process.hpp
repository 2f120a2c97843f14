// A program that runs beside this one and is spoken to by lines: its standard input and output are pipes, its
// standard error is passed on line by line under a name.
//
// It leads a process group of its own, which is killed as a whole, so that nothing it started outlives it and
// the terminal's Ctrl-C reaches this program alone. No call here waits longer than its timeout, whatever the
// program does. Pipes close at exec in every other child, so that the program's end is seen at once.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments {

class ChildProcess {
 public:
  // Starts the program in the folder (empty: the current one), found as a shell finds it. `name`: before each
  // line of its standard error. RunError if it cannot be started.
  ChildProcess(const std::vector<std::string>& command, const std::filesystem::path& folder,
               std::string name);
  // Closes its input, gives it a second to end, then kills its group.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  enum class Answer : std::uint8_t {
    line,
    end_of_output,  // it ended or closed its output; what it wrote after the last line break is lost
    timeout,
    too_long,  // a line of more than kLongestLine bytes
    stopped,   // `stop` became true
  };
  static constexpr std::size_t kLongestLine = std::size_t{64} << 20;

  // Writes the text, then waits for a line, which last_line() holds without its line break.
  Answer ask(std::string_view text, double timeout_s, const std::atomic<bool>& stop);
  // Writes what the pipe takes at once.
  void tell(std::string_view text);
  std::string_view last_line() const { return std::string_view(output_).substr(line_begin_, line_size_); }
  // Output that it has written after the last line and that was read with it; empty: none.
  std::string_view unread() const { return std::string_view(output_).substr(next_line_); }

  // Kills its group and waits for it; after it, only the destructor may be called.
  void kill();
  // After end_of_output: `it ended with status 1`, `it was ended by signal 11 (Segmentation fault)`.
  std::string describe_end();

 private:
  class Pipes;

  bool write_some(std::string_view& text) const;
  bool wait_for_event(bool wants_to_write, double timeout_s);
  Answer read_output();
  bool find_line();
  void pass_on_errors();
  void pass_on_line(std::string_view line) const;
  bool has_ended() const;
  void wait_for_end(double timeout_s);
  void reap();
  void close_pipes();

  std::string name_;
  pid_t id_ = -1;
  std::size_t group_slot_ = 0;
  int input_ = -1;
  int standard_output_ = -1;
  int errors_ = -1;
  bool is_pipe_fatal_ = false;  // a write to a closed pipe raises a signal that nobody ignores
  std::optional<int> status_;   // as waitpid gives it
  std::string output_;
  std::size_t line_begin_ = 0, line_size_ = 0, next_line_ = 0, searched_ = 0;
  std::string error_line_;
};

// Kills the groups of all children that run, and nothing else: for signal handlers that end the program.
void kill_children() noexcept;

}  // namespace sapper::experiments
