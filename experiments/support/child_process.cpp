#include "experiments/support/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/standard_error.hpp"

namespace sapper::experiments {

namespace {

using sim::Descriptor;
using Clock = std::chrono::steady_clock;

constexpr double kGrace_s = 1;
constexpr std::size_t kLongestErrorLine = 4096;
constexpr int kMostReads = 64;  // of one pipe at once: more than it holds

// The time that a wait has left. It passes in slices, after each of which the caller looks for what has arrived. A slice
// that took longer than it should, because this process was stopped (Ctrl-Z, a scheduler's SIGSTOP, a frozen container)
// or got no processor, counts as one slice: nothing could be read meanwhile. Handlers of SIGCONT would miss some of these
// causes, and clocks that stop with the process would not count waiting.
class WaitBudget {
 public:
  explicit WaitBudget(double seconds) : left_s_(seconds), most_s_(std::clamp(seconds / 50, 0.001, 0.05)) {}
  bool is_over() const { return left_s_ <= 0; }
  // What to wait for at most; 0 once it is over.
  double slice_s() const { return std::clamp(left_s_, 0.0, most_s_); }
  // Must be called after each slice, however short.
  void count() {
    const Clock::time_point now = Clock::now();
    left_s_ -= std::min(std::chrono::duration<double>(now - last_).count(), most_s_);
    last_ = now;
  }

 private:
  double left_s_;
  double most_s_;
  Clock::time_point last_ = Clock::now();
};

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::filesystem::path& folder,
                           std::string name)
    : name_(std::move(name)) {
  std::array<Descriptor, 3> of_child;  // closed here once it has been started
  for (std::size_t stream = 0; stream < of_child.size(); ++stream) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      throw RunError(fmt::format("{} cannot be started: {}", printable(command.at(0)), std::strerror(errno)));
    const bool is_input = stream == 0;
    of_child[stream].reset(ends[is_input ? 0 : 1]);
    Descriptor& own = is_input ? input_ : stream == 1 ? standard_output_ : errors_;
    own.reset(ends[is_input ? 1 : 0]);
    ::fcntl(own.get(), F_SETFL, ::fcntl(own.get(), F_GETFL) | O_NONBLOCK);
  }
  process_.emplace(command, folder, std::array{of_child[0].get(), of_child[1].get(), of_child[2].get()});
  struct sigaction on_pipe {};
  ::sigaction(SIGPIPE, nullptr, &on_pipe);
  is_pipe_fatal_ = on_pipe.sa_handler == SIG_DFL;
}

ChildProcess::~ChildProcess() {
  input_.reset();
  wait_for_end(kGrace_s);
  kill();
}

void ChildProcess::kill() {
  process_->kill();
  close_pipes();
}

void ChildProcess::close_pipes() {
  renew_errors();
  if (!error_line_.empty()) pass_on_error_line();
  input_.reset();
  standard_output_.reset();
  errors_.reset();
}

// Reads what it writes meanwhile, which it may have to write before it can end.
void ChildProcess::wait_for_end(double timeout_s) {
  for (WaitBudget patience(timeout_s); !process_->has_ended() && !patience.is_over(); patience.count()) {
    if (!standard_output_.is_open() && !errors_.is_open()) {
      process_->has_ended(1 + static_cast<int>(1000 * patience.slice_s()));
    } else if (wait_for_event(false, std::min(0.01, patience.slice_s())) && standard_output_.is_open()) {
      std::array<char, 4096> ignored;
      if (::read(standard_output_.get(), ignored.data(), ignored.size()) == 0) standard_output_.reset();
    }
  }
}

std::string ChildProcess::describe_end() {
  wait_for_end(kGrace_s);
  if (!process_->has_ended()) return "it closed its output";
  const std::optional<int> status = process_->status();
  process_->kill();
  if (!status) return "it was killed";
  if (WIFSIGNALED(*status))
    return fmt::format("it was ended by signal {} ({})", WTERMSIG(*status), ::strsignal(WTERMSIG(*status)));
  return fmt::format("it ended with status {}", WEXITSTATUS(*status));
}

// False once the other end of the pipe is closed.
bool ChildProcess::write_some(std::string_view& text) const {
  const ssize_t written = is_pipe_fatal_ ? sim::write_without_signal(input_.get(), text)
                                         : ::write(input_.get(), text.data(), text.size());
  if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  return written >= 0 || errno == EAGAIN || errno == EINTR;
}

// Passes on standard error. True if there may be output to read.
bool ChildProcess::wait_for_event(bool wants_to_write, double timeout_s) {
  std::array<pollfd, 3> waits{{{standard_output_.get(), POLLIN, 0},
                               {errors_.get(), POLLIN, 0},
                               {wants_to_write ? input_.get() : -1, POLLOUT, 0}}};
  const timespec timeout{
      static_cast<time_t>(timeout_s),
      static_cast<long>((timeout_s - static_cast<double>(static_cast<time_t>(timeout_s))) * 1e9)};
  if (::ppoll(waits.data(), waits.size(), &timeout, nullptr) <= 0) return false;
  if (waits[1].revents != 0) pass_on_errors();
  return waits[0].revents != 0;
}

ChildProcess::Answer ChildProcess::ask(std::string_view text, double timeout_s, const std::atomic<bool>& stop,
                                       std::size_t longest, Early early) {
  WaitBudget patience(timeout_s);
  output_.erase(0, next_line_);
  line_begin_ = line_size_ = next_line_ = searched_ = 0;
  if (!text.empty() && early == Early::fails) {
    if (output_.empty()) read_output(longest);
    if (!output_.empty()) return Answer::unasked;
  }
  // A program that has stopped reading may still have written something, or may be about to end.
  if (!text.empty() && !write_some(text)) text = {};
  int late_reads = 0;
  bool is_found = find_line();
  while (!is_found || !text.empty()) {
    if (stop.load(std::memory_order_relaxed)) return Answer::stopped;
    if (output_.size() > longest) return Answer::too_long;
    // What has arrived counts, however late it is looked at.
    const bool is_over = patience.is_over();
    const bool is_output = wait_for_event(!text.empty(), patience.slice_s());
    if (is_over && (!is_output || ++late_reads > kMostReads)) return Answer::timeout;
    if (!text.empty() && !write_some(text)) text = {};
    if (is_output && read_output(longest) == Answer::end_of_output)
      return is_found ? Answer::line : Answer::end_of_output;
    patience.count();
    if (!is_found) is_found = find_line();
  }
  return line_size_ > longest ? Answer::too_long : Answer::line;
}

void ChildProcess::send(std::string_view text) { write_some(text); }

// Doubles the buffer as needed, up to the longest line plus one read.
ChildProcess::Answer ChildProcess::read_output(std::size_t longest) {
  constexpr std::size_t kLeast = 4096;
  const std::size_t before = output_.size();
  const std::size_t room = std::clamp(before, kLeast, std::max(longest, before) - before + kLeast);
  output_.resize(before + room);
  const ssize_t count = ::read(standard_output_.get(), output_.data() + before, room);
  output_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return count == 0 ? Answer::end_of_output : Answer::line;
}

bool ChildProcess::find_line() {
  const std::size_t end = output_.find('\n', searched_);
  searched_ = output_.size();
  if (end == std::string::npos) return false;
  line_size_ = end > 0 && output_[end - 1] == '\r' ? end - 1 : end;
  next_line_ = end + 1;
  return true;
}

// A single read: a loop would never end for a program that writes faster than this passes on. False if there was
// nothing.
bool ChildProcess::pass_on_errors() {
  if (!errors_.is_open()) return false;
  std::array<char, 16384> buffer;
  const ssize_t count = ::read(errors_.get(), buffer.data(), buffer.size());
  if (count == 0) errors_.reset();
  if (count <= 0) return false;
  std::string_view text(buffer.data(), static_cast<std::size_t>(count));
  if (text.size() > errors_left_) {
    errors_cut_ += text.size() - errors_left_;
    text = text.substr(0, errors_left_);
  }
  errors_left_ -= text.size();
  for (const char letter : text) {
    if (letter != '\n') error_line_ += letter;
    if (letter == '\n' || error_line_.size() >= kLongestErrorLine) pass_on_error_line();
  }
  return true;
}

void ChildProcess::pass_on_error_line() {
  sim::write_to_standard_error(
      fmt::format("{}: {}\n", printable(name_), printable(error_line_, kLongestErrorLine)));
  error_line_.clear();
}

// Text written before the last answer is in the pipe by now, and counts as output before it.
void ChildProcess::renew_errors() {
  for (int i = 0; i < kMostReads && pass_on_errors(); ++i) {
  }
  errors_left_ = kMostErrors;
  if (errors_cut_ == 0) return;
  if (!error_line_.empty()) pass_on_error_line();
  sim::write_to_standard_error(
      fmt::format("{}: ({} more of its standard error omitted, after {} KB)\n", printable(name_),
                  count_text(std::exchange(errors_cut_, 0), "byte"), kMostErrors >> 10));
}

}  // namespace sapper::experiments
