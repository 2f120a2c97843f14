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
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kGrace_s = 1;
constexpr double kLook_s = 0.1;  // how often `stop` is checked
constexpr std::size_t kLongestErrorLine = 4096;
constexpr int kMostReads = 64;  // of standard error at once: more than a pipe holds

double seconds_until(Clock::time_point time) {
  return std::chrono::duration<double>(time - Clock::now()).count();
}
Clock::time_point after(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

void close_once(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

}  // namespace

// The three pipes, and the descriptors that the child needs.
class ChildProcess::Pipes {
 public:
  explicit Pipes(std::string_view program) {
    for (auto& ends : ends_)
      if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw RunError(fmt::format("{} cannot be started: {}", printable(program), std::strerror(errno)));
  }
  ~Pipes() {
    for (auto& ends : ends_)
      for (int& end : ends) close_once(end);
  }
  Pipes(const Pipes&) = delete;
  Pipes& operator=(const Pipes&) = delete;

  int of_child(std::size_t stream) const { return ends_[stream][stream == 0 ? 0 : 1]; }
  int take(std::size_t stream) {
    const int descriptor = std::exchange(ends_[stream][stream == 0 ? 1 : 0], -1);
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    return descriptor;
  }

 private:
  std::array<std::array<int, 2>, 3> ends_{{{-1, -1}, {-1, -1}, {-1, -1}}};
};

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::filesystem::path& folder,
                           std::string name)
    : name_(std::move(name)) {
  Pipes pipes(command.at(0));
  process_.emplace(command, folder, std::array{pipes.of_child(0), pipes.of_child(1), pipes.of_child(2)});
  input_ = pipes.take(0);
  standard_output_ = pipes.take(1);
  errors_ = pipes.take(2);
  struct sigaction on_pipe {};
  ::sigaction(SIGPIPE, nullptr, &on_pipe);
  is_pipe_fatal_ = on_pipe.sa_handler == SIG_DFL;
}

ChildProcess::~ChildProcess() {
  close_once(input_);
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
  close_once(input_);
  close_once(standard_output_);
  close_once(errors_);
}

// Reads what it writes meanwhile, which it may have to write before it can end.
void ChildProcess::wait_for_end(double timeout_s) {
  const Clock::time_point deadline = after(timeout_s);
  while (!process_->has_ended() && seconds_until(deadline) > 0) {
    if (standard_output_ < 0 && errors_ < 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      continue;
    }
    if (wait_for_event(false, std::min(0.01, seconds_until(deadline))) && standard_output_ >= 0) {
      std::array<char, 4096> ignored;
      if (::read(standard_output_, ignored.data(), ignored.size()) == 0) close_once(standard_output_);
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
  sigset_t pipe_signal;
  sigset_t before;
  if (is_pipe_fatal_) {
    ::sigemptyset(&pipe_signal);
    ::sigaddset(&pipe_signal, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  }
  const ssize_t written = ::write(input_, text.data(), text.size());
  const int error = errno;
  if (is_pipe_fatal_) {
    const timespec at_once{};
    if (written < 0 && error == EPIPE) ::sigtimedwait(&pipe_signal, nullptr, &at_once);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  return written >= 0 || error == EAGAIN || error == EINTR;
}

// Passes on standard error. True if there may be output to read.
bool ChildProcess::wait_for_event(bool wants_to_write, double timeout_s) {
  std::array<pollfd, 3> waits{
      {{standard_output_, POLLIN, 0}, {errors_, POLLIN, 0}, {wants_to_write ? input_ : -1, POLLOUT, 0}}};
  const timespec timeout{
      static_cast<time_t>(timeout_s),
      static_cast<long>((timeout_s - static_cast<double>(static_cast<time_t>(timeout_s))) * 1e9)};
  if (::ppoll(waits.data(), waits.size(), &timeout, nullptr) <= 0) return false;
  if (waits[1].revents != 0) pass_on_errors();
  return waits[0].revents != 0;
}

ChildProcess::Answer ChildProcess::ask(std::string_view text, double timeout_s, const std::atomic<bool>& stop,
                                       std::size_t longest) {
  const Clock::time_point deadline = after(timeout_s);
  output_.erase(0, next_line_);
  line_begin_ = line_size_ = next_line_ = searched_ = 0;
  if (!text.empty()) {
    if (output_.empty()) read_output(longest);
    if (!output_.empty()) return Answer::unasked;
  }
  // A program that has stopped reading may still have written something, or may be about to end.
  if (!text.empty() && !write_some(text)) text = {};
  while (!find_line()) {
    if (stop.load(std::memory_order_relaxed)) return Answer::stopped;
    if (output_.size() > longest) return Answer::too_long;
    const double left_s = seconds_until(deadline);
    if (left_s <= 0) return Answer::timeout;
    const bool is_output = wait_for_event(!text.empty(), std::min(left_s, kLook_s));
    if (!text.empty() && !write_some(text)) text = {};
    if (is_output && read_output(longest) == Answer::end_of_output) return Answer::end_of_output;
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
  const ssize_t count = ::read(standard_output_, output_.data() + before, room);
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
  if (errors_ < 0) return false;
  std::array<char, 16384> buffer;
  const ssize_t count = ::read(errors_, buffer.data(), buffer.size());
  if (count == 0) close_once(errors_);
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
  fmt::print(stderr, "{}: {}\n", printable(name_), printable(error_line_, kLongestErrorLine));
  error_line_.clear();
}

// Text written before the last answer is in the pipe by now, and counts as output before it.
void ChildProcess::renew_errors() {
  for (int i = 0; i < kMostReads && pass_on_errors(); ++i) {
  }
  errors_left_ = kMostErrors;
  if (errors_cut_ == 0) return;
  if (!error_line_.empty()) pass_on_error_line();
  fmt::print(stderr, "{}: ({} more of its standard error omitted, after {} KB)\n", printable(name_),
             counted(std::exchange(errors_cut_, 0), "byte"), kMostErrors >> 10);
}

}  // namespace sapper::experiments
