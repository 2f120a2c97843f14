// A child process that communicates by lines: its standard input and output are pipes; its standard error is passed on
// line by line, prefixed with a name.
//
// It leads its own process group, so that the terminal's Ctrl-C reaches only this program; nothing that it starts
// outlives it or this program (guarded_process.hpp). No call waits longer than its timeout, whatever the program does:
// each loop iteration reads a bounded amount and checks the time. Time during which this process was stopped does not
// count, and what has arrived is read before a timeout is. The pipes are closed on exec in all other children, so that
// the program's end is noticed at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/errors.hpp"
#include "experiments/support/guarded_process.hpp"
#include "experiments/support/keeper.hpp"
#include "sim/support/descriptor.hpp"

namespace sapper::experiments {

class ChildProcess {
 public:
  // Starts the program in the folder (empty: the current one), searching PATH like a shell. `name`: the prefix of each
  // line of its standard error. RunError if it cannot be started.
  ChildProcess(const std::vector<std::string>& command, const std::filesystem::path& folder,
               std::string name);
  // Closes its input, gives it a second to end, then kills it and everything it has started.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  enum class Answer : std::uint8_t {
    line,
    unasked,        // it had written something before it was asked: see unread()
    end_of_output,  // it ended or closed its output; text after the last line break is lost
    timeout,
    too_long,  // the line is longer than allowed
    stopped,   // `stop` became true
  };
  static constexpr std::size_t kLongestLine = std::size_t{64} << 20;
  // Bytes of its standard error passed on between two calls of renew_errors().
  static constexpr std::size_t kMostErrors = std::size_t{64} << 10;

  // Of output before the question.
  enum class Early : std::uint8_t { fails, counts };
  // Writes the text, and waits until all is written and there is a line of at most `longest` bytes, which last_line() holds
  // without its line break. With an empty text it only waits; a line written before counts too.
  Answer ask(std::string_view text, double timeout_s, const std::atomic<bool>& stop,
             std::size_t longest = kLongestLine, Early early = Early::fails);
  // Writes as much as the pipe accepts without blocking.
  void send(std::string_view text);
  std::string_view last_line() const { return std::string_view(output_).substr(line_begin_, line_size_); }
  // Output after the last line, as far as it has been read; may be empty.
  std::string_view unread() const { return std::string_view(output_).substr(next_line_); }

  // Reports how much of its standard error was omitted since the last call, if any, and allows kMostErrors more.
  void renew_errors();

  // Kills it and everything it has started; after that only the destructor may be called.
  void kill();
  // `it ended with status 1`, `it was ended by signal 11 (Segmentation fault)`. Call after end_of_output.
  std::string describe_end();
  // The processor time that it and its living descendants have used so far, in nanoseconds.
  std::uint64_t processor_ns() const { return process_->processor_ns(); }

 private:
  bool write_some(std::string_view& text) const;
  bool wait_for_event(bool wants_to_write, double timeout_s);
  Answer read_output(std::size_t longest);
  bool find_line();
  bool pass_on_errors();
  void pass_on_error_line();
  void wait_for_end(double timeout_s);
  void close_pipes();

  std::string name_;
  sim::Descriptor input_, standard_output_, errors_;
  bool is_pipe_fatal_ = false;  // a write to a closed pipe raises a signal that is not ignored
  std::optional<GuardedProcess> process_;
  std::string output_;
  std::size_t line_begin_ = 0, line_size_ = 0, next_line_ = 0, searched_ = 0;
  std::string error_line_;
  std::size_t errors_left_ = kMostErrors;
  std::uint64_t errors_cut_ = 0;  // bytes omitted
};

}  // namespace sapper::experiments
