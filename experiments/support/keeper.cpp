#include "experiments/support/keeper.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/descriptor.hpp"

namespace sapper::experiments {

namespace {

using sim::Descriptor;

}  // namespace

}  // namespace sapper::experiments

namespace sapper::experiments::keeper {

namespace {

// Space for one message with the descriptors.
struct Message {
  Message() {
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = space.data();
    header.msg_controllen = space.size();
  }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

  char byte = 0;
  iovec part{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(Passed))> space{};
  msghdr header{};
};

// Where they are among those that are passed.
enum Place : std::size_t { control, folder, words, streams };

// The descriptors of a message, received: they are this process's own.
using Received = std::array<sim::Descriptor, std::tuple_size_v<Passed>>;

bool receive(int connection, Received& received) {
  Message message;
  ssize_t size = 0;
  while ((size = ::recvmsg(connection, &message.header, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  const cmsghdr* const rights = size > 0 ? CMSG_FIRSTHDR(&message.header) : nullptr;
  Passed passed;
  if (rights == nullptr || rights->cmsg_len != CMSG_LEN(sizeof passed)) return false;
  std::memcpy(passed.data(), CMSG_DATA(rights), sizeof passed);
  for (std::size_t i = 0; i < passed.size(); ++i) received[i].reset(passed[i]);
  return true;
}

void report(int guard_control, GuardMessage::Kind kind, int value) {
  const GuardMessage news{kind, value};
  ::send(guard_control, &news, sizeof news, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void set_handler(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  ::sigaction(signal, &action, nullptr);
}

// Pointers to the words in the mapped file, each list null-terminated. Null if out of memory.
char** pointers_to(char*& text, const char* end, std::size_t count) {
  void* const room = ::mmap(nullptr, (count + 1) * sizeof(char*), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return nullptr;
  char** const pointers = static_cast<char**>(room);
  for (std::size_t i = 0; i < count && text < end; ++i) {
    pointers[i] = text;
    text += std::strlen(text) + 1;
  }
  return pointers;
}

// Returns only if the program cannot be started, with errno set.
void execute(int file) {
  struct stat facts {};
  if (::fstat(file, &facts) != 0) return;
  const auto size = static_cast<std::size_t>(facts.st_size);
  void* const mapped = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  if (mapped == MAP_FAILED) return;
  std::array<std::uint32_t, 2> counts{};
  char* text = static_cast<char*>(mapped);
  const char* const end = text + size;
  std::memcpy(counts.data(), text, sizeof counts);
  text += sizeof counts;
  char** const arguments = pointers_to(text, end, counts[0]);
  char** const variables = pointers_to(text, end, counts[1]);
  if (arguments == nullptr || variables == nullptr) return;
  environ = variables;  // execvp takes PATH from it
  ::execvp(arguments[0], arguments);
}

// Runs in the program's process until exec. Writes errno to `check` on failure.
[[noreturn]] void execute_program(const Received& received, int check, pid_t guard) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != guard) ::_exit(1);  // the guard died before
  ::setpgid(0, 0);
  for (int signal = 1; signal < NSIG; ++signal) set_handler(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  bool is_ready = ::fchdir(received[folder].get()) == 0;
  for (int stream = 0; stream < 3; ++stream)
    is_ready =
        is_ready && ::dup2(received[streams + static_cast<std::size_t>(stream)].get(), stream) == stream;
  if (is_ready) {
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    execute(received[words].get());
  }
  const int error = errno;
  static_cast<void>(!::write(check, &error, sizeof error));
  ::_exit(127);
}

// Calls visit with the id of each child of this process, including ended ones. False if the system does not provide
// them.
template <class Visit>
bool each_child(Visit&& visit) {
  const sim::Descriptor file(::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return false;
  std::array<char, 4096> text;
  pid_t number = 0;
  for (ssize_t size = 0; (size = ::read(file.get(), text.data(), text.size())) > 0;)
    for (ssize_t i = 0; i < size; ++i) {
      const char letter = text[static_cast<std::size_t>(i)];
      if (letter >= '0' && letter <= '9') {
        number = number * 10 + (letter - '0');
      } else if (number > 0) {
        visit(number);
        number = 0;
      }
    }
  return true;
}

// Reaps ended descendants whose parents have ended.
void reap_adopted(pid_t leader) {
  each_child([&](pid_t child) {
    if (child != leader) ::waitpid(child, nullptr, WNOHANG);
  });
}

// Whether the program has ended. It stays unreaped, so that its id, which is its group's, is not reused.
bool has_ended(pid_t leader, int& status) {
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(leader), &info, WEXITED | WNOHANG | WNOWAIT) != 0) return true;
  if (info.si_pid == 0) return false;
  status = info.si_code == CLD_EXITED ? W_EXITCODE(info.si_status, 0) : info.si_status;
  return true;
}

// Each round kills the children; their children then become this process's own. Ten seconds at most: processes blocked
// in the kernel die later, and those of another user do not.
void kill_all(pid_t leader) {
  int pause_ms = 0;
  for (int spent_ms = 0; spent_ms < 10'000; spent_ms += pause_ms) {
    ::kill(-leader, SIGKILL);
    bool is_alone = true;
    each_child([&](pid_t child) {
      if (child == leader) return;
      ::kill(child, SIGKILL);
      if (::waitpid(child, nullptr, WNOHANG) != child) is_alone = false;
    });
    int status = 0;
    if (is_alone && has_ended(leader, status)) {
      // Descendants of the leader may have been adopted between the two checks.
      bool is_over = true;
      each_child([&](pid_t child) { is_over = is_over && child == leader; });
      if (is_over) return;
    }
    ::poll(nullptr, 0, pause_ms);
    pause_ms = std::clamp(2 * pause_ms, 1, 100);
  }
}

void watch(int guard_control, int program, int ends, pid_t leader) {
  constexpr int kLook = 50;  // ms, if no descriptor reports ended children
  bool has_reported = false;
  for (;;) {
    std::array<pollfd, 3> waits{{{guard_control, POLLIN, 0}, {program, POLLIN, 0}, {ends, POLLIN, 0}}};
    if (::poll(waits.data(), waits.size(), ends < 0 ? kLook : -1) < 0) continue;
    if (waits[0].revents != 0 || waits[1].revents != 0) return;
    signalfd_siginfo info{};
    static_cast<void>(!::read(ends, &info, sizeof info));
    reap_adopted(leader);
    int status = 0;
    if (!has_reported && has_ended(leader, status)) {
      report(guard_control, GuardMessage::Kind::ended, status);
      has_reported = true;
    }
  }
}

// Starts the program and waits until it and everything it starts have to be killed.
[[noreturn]] void guard(Received& received, int program) {
  const int guard_control = received[control].get();
  ::prctl(PR_SET_NAME, "player-guard");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  set_handler(SIGCHLD, SIG_DFL);
  sigset_t child_signal;
  ::sigemptyset(&child_signal);
  ::sigaddset(&child_signal, SIGCHLD);
  const int ends = ::signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
  std::array<int, 2> check{-1, -1};
  const pid_t self = ::getpid();
  const bool has_pipe = ::pipe2(check.data(), O_CLOEXEC) == 0;
  const sim::Descriptor check_end(check[0]);
  sim::Descriptor check_begin(check[1]);
  const pid_t leader = has_pipe ? ::fork() : -1;
  if (leader == 0) execute_program(received, check_begin.get(), self);
  int error = errno;
  if (leader < 0) {
    report(guard_control, GuardMessage::Kind::failed, error);
    ::_exit(1);
  }
  check_begin.reset();
  for (std::size_t i = folder; i < received.size(); ++i) received[i].reset();
  // The pipe closes without data when the program starts.
  if (::read(check_end.get(), &error, sizeof error) == sizeof error) {
    report(guard_control, GuardMessage::Kind::failed, error);
    ::_exit(1);
  }
  report(guard_control, GuardMessage::Kind::started, leader);
  watch(guard_control, program, ends, leader);
  kill_all(leader);
  ::_exit(0);
}

// Moves the connection and the pidfd to 3 and 4 and closes all other descriptors: files, and ends of pipes that others
// wait for. They are -1 if the process may not have as many descriptors.
void close_others(int& connection, int& program) {
  constexpr int kAway = 5;
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  connection = ::fcntl(connection, F_DUPFD_CLOEXEC, kAway);
  program = ::fcntl(program, F_DUPFD_CLOEXEC, kAway);
  for (int stream = 0; stream < 3; ++stream) ::dup2(null >= 0 ? null : connection, stream);
  connection = ::dup3(connection, 3, O_CLOEXEC);
  program = program < 0 ? -1 : ::dup3(program, 4, O_CLOEXEC);
  ::closefrom(program < 0 ? 4 : 5);
}

}  // namespace

bool send(int connection, const Passed& passed) {
  Message message;
  cmsghdr* const rights = CMSG_FIRSTHDR(&message.header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof passed);
  std::memcpy(CMSG_DATA(rights), passed.data(), sizeof passed);
  ssize_t size = 0;
  while ((size = ::sendmsg(connection, &message.header, MSG_NOSIGNAL)) < 0 && errno == EINTR) {
  }
  return size > 0;
}

bool is_readable(int descriptor, int timeout_ms) {
  pollfd wait{descriptor, POLLIN, 0};
  return ::poll(&wait, 1, timeout_ms) > 0;
}

void run(int connection, int program) {
  ::prctl(PR_SET_NAME,
          "player-keeper");  // so that `killall -9 sapper` does not kill it and the guards as well
  close_others(connection, program);
  if (connection < 0) ::_exit(1);  // it would wait for ever
  ::setpgid(0, 0);                 // isolated from the terminal and mpirun
  set_handler(SIGCHLD, SIG_IGN);   // guards need not be reaped
  for (;;) {
    std::array<pollfd, 2> waits{{{connection, POLLIN, 0}, {program, POLLIN, 0}}};
    if (::poll(waits.data(), waits.size(), -1) < 0) continue;
    Received received;
    if (waits[1].revents != 0 || !receive(connection, received)) ::_exit(0);
    const pid_t id = ::fork();
    if (id == 0) {
      sim::Descriptor{connection}.reset();
      guard(received, program);
    }
    if (id < 0) report(received[control].get(), GuardMessage::Kind::failed, errno);
  }
}

}  // namespace sapper::experiments::keeper
