// Text for people: whatever standard error is, the program goes on.
#include "sim/support/standard_error.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>

#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

// Standard error is the descriptor while an object exists; -1: closed.
class ErrorsTo {
 public:
  explicit ErrorsTo(int descriptor) : before_(::dup(STDERR_FILENO)) {
    if (descriptor >= 0)
      ::dup2(descriptor, STDERR_FILENO);
    else
      ::close(STDERR_FILENO);
  }
  ~ErrorsTo() {
    ::dup2(before_, STDERR_FILENO);
    ::close(before_);
  }
  ErrorsTo(const ErrorsTo&) = delete;
  ErrorsTo& operator=(const ErrorsTo&) = delete;

 private:
  int before_;
};

std::array<int, 2> make_pipe(int flags = 0) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC | flags), 0);
  return ends;
}

std::string all_of(int descriptor) {
  std::string text;
  std::array<char, 1000> block;
  while (const ssize_t count = ::read(descriptor, block.data(), block.size())) {
    if (count < 0) break;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  return text;
}

TEST(StandardError, GoesOnWhereNothingCanBeWritten) {
  ASSERT_NE(::signal(SIGPIPE, SIG_DFL), SIG_ERR);
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  const int wrong_way = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const std::array<int, 2> ends = make_pipe();
  ::close(ends[0]);
  for (const int descriptor : {full, wrong_way, ends[1], -1}) {
    const ErrorsTo there(descriptor);
    errno = ERANGE;
    write_to_standard_error("a line\n");
    EXPECT_EQ(errno, ERANGE) << descriptor;
  }
  for (const int descriptor : {full, wrong_way, ends[1]}) ::close(descriptor);
}

// A signal that was already pending stays so.
TEST(StandardError, TakesOnlyItsOwnSignal) {
  ::signal(SIGPIPE, SIG_DFL);
  sigset_t pipe_signal;
  sigset_t before;
  ::sigemptyset(&pipe_signal);
  ::sigaddset(&pipe_signal, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const std::array<int, 2> ends = make_pipe();
  ::close(ends[0]);
  const timespec at_once{};
  EXPECT_EQ(write_without_signal(ends[1], "x"), -1);
  EXPECT_EQ(errno, EPIPE);
  EXPECT_EQ(::sigtimedwait(&pipe_signal, nullptr, &at_once), -1) << "none is left";
  ::raise(SIGPIPE);
  EXPECT_EQ(write_without_signal(ends[1], "x"), -1);
  EXPECT_EQ(::sigtimedwait(&pipe_signal, nullptr, &at_once), SIGPIPE);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::close(ends[1]);
}

// More than a pipe holds, through one that another process has made non-blocking.
TEST(StandardError, WritesAllOfALongText) {
  const std::array<int, 2> ends = make_pipe();
  ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
  const std::string text(1'000'000, 'x');
  std::string read;
  std::thread reader([&] { read = all_of(ends[0]); });
  {
    const ErrorsTo there(ends[1]);
    write_to_standard_error(text);
  }
  ::close(ends[1]);
  reader.join();
  ::close(ends[0]);
  EXPECT_EQ(read, text);
}

}  // namespace
}  // namespace sapper::sim
