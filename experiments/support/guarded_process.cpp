#include "experiments/support/guarded_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <mutex>
#include <string_view>
#include <utility>

#include "experiments/support/errors.hpp"
#include "experiments/support/keeper.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

using keeper::GuardMessage;
using sim::Descriptor;

void require(bool is_done, std::string_view program) {
  const int error = errno;
  if (!is_done)
    throw RunError(fmt::format("{} cannot be started: {}", printable(program), std::strerror(error)));
}

// Prevents signal handlers of this process from running in a child that is forked meanwhile.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

// The keeper of this process; a forked process has none until it starts its own.
class Keeper {
 public:
  void start() {
    const std::lock_guard lock(mutex_);
    if (owner_ != ::getpid()) fork();
  }
  // Whether the keeper received them; if it is gone, another is started.
  bool pass(const keeper::Passed& passed) {
    const std::lock_guard lock(mutex_);
    if (owner_ == ::getpid() && keeper::send(connection_.get(), passed)) return true;
    fork();
    return keeper::send(connection_.get(), passed);
  }

 private:
  void fork() {
    connection_.reset();
    owner_ = -1;
    std::array<int, 2> ends{};
    require(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0, "a player");
    const Descriptor of_keeper(ends[1]);
    Descriptor mine(ends[0]);
    const Descriptor self(static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0)));
    const SignalsBlocked blocked;
    const pid_t id = ::fork();
    if (id == 0) keeper::run(of_keeper.get(), self.get());
    require(id > 0, "a player");
    connection_ = std::move(mine);
    owner_ = ::getpid();
  }

  std::mutex mutex_;
  pid_t owner_ = -1;
  Descriptor connection_;
};

Keeper& this_keeper() {
  static Keeper instance;
  return instance;
}

// The command and the environment, in the format that keeper::run reads.
Descriptor words_file(const std::vector<std::string>& command) {
  std::vector<std::string_view> words(command.begin(), command.end());
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    words.emplace_back(*variable);
  const std::array<std::uint32_t, 2> counts{static_cast<std::uint32_t>(command.size()),
                                            static_cast<std::uint32_t>(words.size() - command.size())};
  std::string content(sizeof counts, '\0');
  std::memcpy(content.data(), counts.data(), sizeof counts);
  for (const std::string_view word : words) (content += word) += '\0';
  Descriptor file(::memfd_create("command", MFD_CLOEXEC));
  require(file.is_open(), command.front());
  for (std::string_view rest = content; !rest.empty();) {
    const ssize_t count = ::write(file.get(), rest.data(), rest.size());
    require(count > 0, command.front());
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  return file;
}

}  // namespace

void start_keeper() { this_keeper().start(); }

GuardedProcess::GuardedProcess(const std::vector<std::string>& command, const std::filesystem::path& folder,
                               const std::array<int, 3>& streams) {
  const std::string& program = command.at(0);
  const Descriptor place(::open(folder.empty() ? "." : folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  require(place.is_open(), program);
  const Descriptor words = words_file(command);
  std::array<int, 2> ends{};
  require(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0, program);
  Descriptor control(ends[0]);
  {
    const Descriptor of_guard(ends[1]);
    require(
        this_keeper().pass({of_guard.get(), place.get(), words.get(), streams[0], streams[1], streams[2]}),
        program);
  }
  GuardMessage news{};
  ssize_t size = 0;
  while ((size = ::recv(control.get(), &news, sizeof news, 0)) < 0 && errno == EINTR) {
  }
  errno = size == sizeof news && news.kind == GuardMessage::Kind::failed ? news.value : ECHILD;
  require(size == sizeof news && news.kind == GuardMessage::Kind::started, program);
  control_ = std::move(control);
  id_ = news.value;
}

GuardedProcess::~GuardedProcess() { kill(); }

bool GuardedProcess::has_ended(int wait_ms) {
  if (!has_ended_) read_news(wait_ms);
  return has_ended_;
}

void GuardedProcess::kill() {
  if (!control_.is_open()) return;
  ::shutdown(control_.get(), SHUT_WR);
  constexpr int kPatience = 2000;  // ms
  while (read_news(kPatience)) {
  }
  control_.reset();
  has_ended_ = true;
}

namespace {

std::uint64_t processor_ns_of(pid_t process) {
  clockid_t clock{};
  timespec used{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return 0;
  std::uint64_t ns =
      static_cast<std::uint64_t>(used.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(used.tv_nsec);
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  for (pid_t child = 0; children >> child;) ns += processor_ns_of(child);
  return ns;
}

}  // namespace

std::uint64_t GuardedProcess::processor_ns() const { return id_ > 0 ? processor_ns_of(id_) : 0; }

// The guard's end of the socket is closed when all descendants are gone.
bool GuardedProcess::read_news(int timeout_ms) {
  if (!control_.is_open() || !keeper::is_readable(control_.get(), timeout_ms)) return false;
  GuardMessage news{};
  const ssize_t size = ::recv(control_.get(), &news, sizeof news, MSG_DONTWAIT);
  if (size < 0) return errno == EAGAIN || errno == EINTR;
  has_ended_ = true;
  if (size == sizeof news) {
    status_ = news.value;
    return true;
  }
  control_.reset();
  return false;
}

}  // namespace sapper::experiments
