#include "experiments/support/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
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

extern char** environ;

namespace sapper::experiments {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kGrace_s = 1;
constexpr double kLook_s = 0.1;  // how often `stop` is looked at
constexpr std::size_t kLongestErrorLine = 4096;

double seconds_until(Clock::time_point time) {
  return std::chrono::duration<double>(time - Clock::now()).count();
}
Clock::time_point after(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// The groups that run, for a signal handler; 0: a free slot. More than there are slots are killed by their
// owners alone.
std::array<std::atomic<pid_t>, 1024> groups{};
static_assert(std::atomic<pid_t>::is_always_lock_free);

std::size_t keep_group(pid_t id) {
  for (std::size_t slot = 0; slot < groups.size(); ++slot) {
    pid_t free = 0;
    if (groups[slot].compare_exchange_strong(free, id)) return slot;
  }
  return groups.size();
}

void forget_group(std::size_t slot) {
  if (slot < groups.size()) groups[slot] = 0;
}

void require(int error, std::string_view program) {
  if (error != 0)
    throw RunError(fmt::format("{} cannot be started: {}", printable(program), std::strerror(error)));
}

void close_once(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

// The three pipes, and what a start needs of them.
class ChildProcess::Pipes {
 public:
  explicit Pipes(std::string_view program) {
    for (auto& ends : ends_)
      if (::pipe2(ends.data(), O_CLOEXEC) != 0) require(errno, program);
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
  const std::string& program = command.at(0);
  Pipes pipes(program);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  require(::posix_spawn_file_actions_init(&actions), program);
  require(::posix_spawnattr_init(&attributes), program);
  if (!folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  for (int stream = 0; stream < 3; ++stream)
    ::posix_spawn_file_actions_adddup2(&actions, pipes.of_child(static_cast<std::size_t>(stream)), stream);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  // A group of its own, with the signals as a fresh program has them.
  sigset_t none;
  sigset_t all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                             POSIX_SPAWN_SETSIGDEF));
  std::vector<std::string> words = command;
  const int error =
      ::posix_spawnp(&id_, program.c_str(), &actions, &attributes, pointers_to(words).data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) id_ = -1;
  require(error, program);
  group_slot_ = keep_group(id_);
  input_ = pipes.take(0);
  standard_output_ = pipes.take(1);
  errors_ = pipes.take(2);
  struct sigaction on_pipe {};
  ::sigaction(SIGPIPE, nullptr, &on_pipe);
  is_pipe_fatal_ = on_pipe.sa_handler == SIG_DFL;
}

ChildProcess::~ChildProcess() {
  if (id_ != -1) {
    close_once(input_);
    wait_for_end(kGrace_s);
    reap();
  }
  close_pipes();
}

void ChildProcess::kill() {
  if (id_ != -1) reap();
  close_pipes();
}

void ChildProcess::close_pipes() {
  pass_on_errors();
  if (!error_line_.empty()) pass_on_line(error_line_);
  error_line_.clear();
  close_once(input_);
  close_once(standard_output_);
  close_once(errors_);
}

// Until its leader has been waited for, the group's number is not given to another group.
void ChildProcess::reap() {
  ::kill(-id_, SIGKILL);
  forget_group(group_slot_);
  int status = 0;
  while (::waitpid(id_, &status, 0) == -1 && errno == EINTR) {
  }
  status_ = status;
  id_ = -1;
}

bool ChildProcess::has_ended() const {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
}

// Takes in what it writes meanwhile, which it may have to write before it can end.
void ChildProcess::wait_for_end(double timeout_s) {
  const Clock::time_point deadline = after(timeout_s);
  while (!has_ended() && seconds_until(deadline) > 0) {
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
  if (id_ != -1) {
    wait_for_end(kGrace_s);
    if (!has_ended()) return "it closed its output";
    reap();
  }
  const int status = status_.value_or(0);
  if (WIFSIGNALED(status))
    return fmt::format("it was ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  return fmt::format("it ended with status {}", WEXITSTATUS(status));
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

// Passes on what comes on standard error. True if there may be output to read.
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

ChildProcess::Answer ChildProcess::ask(std::string_view text, double timeout_s,
                                       const std::atomic<bool>& stop) {
  const Clock::time_point deadline = after(timeout_s);
  output_.erase(0, next_line_);
  line_begin_ = line_size_ = next_line_ = searched_ = 0;
  // A program that has stopped reading may still have written something, or is about to end.
  if (!text.empty() && !write_some(text)) text = {};
  while (!find_line()) {
    if (stop.load(std::memory_order_relaxed)) return Answer::stopped;
    if (output_.size() > kLongestLine) return Answer::too_long;
    const double left_s = seconds_until(deadline);
    if (left_s <= 0) return Answer::timeout;
    const bool is_output = wait_for_event(!text.empty(), std::min(left_s, kLook_s));
    if (!text.empty() && !write_some(text)) text = {};
    if (is_output && read_output() == Answer::end_of_output) return Answer::end_of_output;
  }
  return Answer::line;
}

void ChildProcess::tell(std::string_view text) { write_some(text); }

ChildProcess::Answer ChildProcess::read_output() {
  constexpr std::size_t kLeast = 4096;
  const std::size_t before = output_.size();
  const std::size_t room = std::max(kLeast, before);
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

void ChildProcess::pass_on_errors() {
  if (errors_ < 0) return;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t count = ::read(errors_, buffer.data(), buffer.size());
    if (count == 0) close_once(errors_);
    if (count <= 0) return;
    for (const char letter : std::string_view(buffer.data(), static_cast<std::size_t>(count))) {
      if (letter != '\n') error_line_ += letter;
      if (letter != '\n' && error_line_.size() < kLongestErrorLine) continue;
      pass_on_line(error_line_);
      error_line_.clear();
    }
  }
}

void ChildProcess::pass_on_line(std::string_view line) const {
  fmt::print(stderr, "{}: {}\n", printable(name_), printable(line, kLongestErrorLine));
}

void kill_children() noexcept {
  for (std::atomic<pid_t>& group : groups)
    if (const pid_t id = group.load(); id > 0) ::kill(-id, SIGKILL);
}

}  // namespace sapper::experiments
