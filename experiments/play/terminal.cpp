#include "experiments/play/terminal.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <string_view>

#include "experiments/support/locale.hpp"

namespace sapper::experiments {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Consoles without emoji.
bool is_plain_terminal(std::string_view kind) {
  constexpr std::array<std::string_view, 4> kPlain{"", "dumb", "linux", "ansi"};
  return kind.starts_with("vt") || std::find(kPlain.begin(), kPlain.end(), kind) != kPlain.end();
}

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

std::atomic<bool> is_output_a_terminal = false;
static_assert(std::atomic<bool>::is_always_lock_free);

// Calls only async-signal-safe functions.
extern "C" void leave_at_once(int number) {
  if (is_output_a_terminal) {
    constexpr std::string_view kReset = "\x1b[0m\n";
    static_cast<void>(!::write(STDOUT_FILENO, kReset.data(), kReset.size()));
  }
  ::_exit(128 + number);
}

void handle(int signal, struct sigaction& before) {
  ::sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = leave_at_once;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

bool is_input_a_terminal() { return ::isatty(STDIN_FILENO) == 1; }

bool can_redraw() {
  const std::string_view kind = variable("TERM");
  return is_input_a_terminal() && ::isatty(STDOUT_FILENO) == 1 && !kind.empty() && kind != "dumb";
}

bool shows_emoji() {
  return ::isatty(STDOUT_FILENO) == 1 && !is_plain_terminal(variable("TERM")) && is_utf8_locale();
}

QuickExit::QuickExit() {
  is_output_a_terminal = ::isatty(STDOUT_FILENO) == 1;
  for (std::size_t i = 0; i < kSignals.size(); ++i) handle(kSignals[i], before_[i]);
}

QuickExit::~QuickExit() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
}

}  // namespace sapper::experiments
