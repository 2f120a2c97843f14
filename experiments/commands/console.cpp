#include "experiments/commands/console.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace sapper::experiments {
namespace {

[[noreturn]] void fail_output(int error) {
  if (error == EPIPE) throw OutputClosed();
  throw OutputError(std::string("standard output cannot be written: ") + std::strerror(error));
}

}  // namespace

void prepare_console() {
  std::signal(SIGPIPE, SIG_IGN);
  // A closed descriptor would be given to the next file that is opened. /dev/null is opened the wrong way
  // round, so that reading or writing fails as it would on a closed one.
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
      static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_output(errno);
}

void flush_output() {
  errno = 0;
  if (std::fflush(stdout) != 0) fail_output(errno);
  // Written in part before, by someone who did not look.
  if (std::ferror(stdout)) fail_output(errno != 0 ? errno : EIO);
}

void print_error(std::string_view message) {
  std::fprintf(stderr, "sapper: %.*s\n", static_cast<int>(message.size()), message.data());
}

bool are_colours_wanted() {
  const char* const no_color = std::getenv("NO_COLOR");
  return ::isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0');
}

}  // namespace sapper::experiments
