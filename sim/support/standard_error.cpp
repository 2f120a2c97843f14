#include "sim/support/standard_error.hpp"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace sapper::sim {
namespace {

// Whether a descriptor that another process made non-blocking accepts more, within a second.
bool has_room(int descriptor) {
  constexpr int kPatience_ms = 1000;
  pollfd wait{descriptor, POLLOUT, 0};
  return ::poll(&wait, 1, kPatience_ms) > 0;
}

}  // namespace

ssize_t write_without_signal(int descriptor, std::string_view text) noexcept {
  sigset_t raised;
  sigset_t before;
  sigset_t pending;
  ::sigemptyset(&raised);
  ::sigaddset(&raised, SIGPIPE);
  ::sigaddset(&raised, SIGXFSZ);
  ::pthread_sigmask(SIG_BLOCK, &raised, &before);
  ::sigpending(&pending);
  const ssize_t written = ::write(descriptor, text.data(), text.size());
  const int error = errno;
  if (written < 0 && (error == EPIPE || error == EFBIG)) {
    const int signal = error == EPIPE ? SIGPIPE : SIGXFSZ;
    sigset_t of_this_write;
    ::sigemptyset(&of_this_write);
    ::sigaddset(&of_this_write, signal);
    const timespec at_once{};
    if (::sigismember(&pending, signal) == 0) ::sigtimedwait(&of_this_write, nullptr, &at_once);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

void write_to_standard_error(std::string_view text) noexcept {
  const int error_before = errno;
  while (!text.empty()) {
    const ssize_t written = write_without_signal(STDERR_FILENO, text);
    if (written > 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (written == 0 || (errno != EINTR && (errno != EAGAIN || !has_room(STDERR_FILENO))))
      break;
  }
  errno = error_before;
}

}  // namespace sapper::sim
