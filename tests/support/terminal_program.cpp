#include "tests/support/terminal_program.hpp"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <vector>

namespace sapper::tests {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void run_inside(int terminal, const ProgramRun& run) {
  ::login_tty(terminal);
  // A test that runs in the background may have been started with these ignored.
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM}) ::signal(signal, SIG_DFL);
  for (const auto& [name, value] : run.environment) ::setenv(name.c_str(), value.c_str(), 1);
  if (!run.folder.empty() && ::chdir(run.folder.c_str()) != 0) ::_exit(126);
  std::vector<std::string> texts{run.program.string()};
  texts.insert(texts.end(), run.arguments.begin(), run.arguments.end());
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  ::execv(run.program.c_str(), arguments.data());
  ::_exit(127);
}

}  // namespace

TerminalProgram::TerminalProgram(const ProgramRun& run, TerminalSize size) : timeout_s_(run.timeout_s) {
  winsize window{};
  window.ws_row = size.rows;
  window.ws_col = size.columns;
  if (::openpty(&terminal_, &inside_, nullptr, nullptr, &window) != 0)
    throw std::system_error(errno, std::generic_category(), "openpty");
  settings_at_start_ = settings();
  id_ = ::fork();
  if (id_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (id_ == 0) {
    ::close(terminal_);
    run_inside(inside_, run);
  }
}

TerminalProgram::~TerminalProgram() {
  if (id_ > 0) {
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
  }
  ::close(terminal_);
  ::close(inside_);
}

void TerminalProgram::type(std::string_view keys) {
  if (::write(terminal_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size()))
    throw std::system_error(errno, std::generic_category(), "typing");
}

void TerminalProgram::send(int signal) { ::kill(id_, signal); }

void TerminalProgram::resize(TerminalSize size) {
  winsize window{};
  window.ws_row = size.rows;
  window.ws_col = size.columns;
  if (::ioctl(terminal_, TIOCSWINSZ, &window) != 0)
    throw std::system_error(errno, std::generic_category(), "TIOCSWINSZ");
}

bool TerminalProgram::read_some(int timeout_ms) {
  pollfd waiting{terminal_, POLLIN, 0};
  if (::poll(&waiting, 1, timeout_ms) <= 0) return false;
  std::array<char, 1 << 12> buffer;
  const ssize_t count = ::read(terminal_, buffer.data(), buffer.size());
  if (count <= 0) return false;
  output_.append(buffer.data(), static_cast<std::size_t>(count));
  return true;
}

bool TerminalProgram::wait_for(std::string_view text) {
  const auto deadline = Clock::now() + std::chrono::duration<double>(timeout_s_);
  for (;;) {
    if (const auto found = output_.find(text, waited_for_); found != std::string::npos) {
      waited_for_ = found + text.size();
      return true;
    }
    if (Clock::now() > deadline) return false;
    read_some(20);
  }
}

ProgramResult TerminalProgram::wait() {
  ProgramResult result;
  const auto deadline = Clock::now() + std::chrono::duration<double>(timeout_s_);
  int status = 0;
  while (::waitpid(id_, &status, WNOHANG) == 0) {
    if (!result.timed_out && Clock::now() > deadline) {
      result.timed_out = true;
      ::kill(id_, SIGKILL);
    }
    read_some(5);
  }
  id_ = -1;
  while (read_some(0)) {
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  result.out = output_;
  return result;
}

bool TerminalProgram::wait_until_stopped() {
  const auto deadline = Clock::now() + std::chrono::duration<double>(timeout_s_);
  while (Clock::now() <= deadline) {
    siginfo_t state{};
    const bool has_stopped =
        ::waitid(P_PID, static_cast<id_t>(id_), &state, WSTOPPED | WNOHANG) == 0 && state.si_pid == id_;
    while (read_some(has_stopped ? 0 : 5)) {
    }
    if (has_stopped) {
      waited_for_ = output_.size();
      return true;
    }
  }
  return false;
}

termios TerminalProgram::settings() const {
  termios settings{};
  if (::tcgetattr(inside_, &settings) != 0)
    throw std::system_error(errno, std::generic_category(), "tcgetattr");
  return settings;
}

}  // namespace sapper::tests
