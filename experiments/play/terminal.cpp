#include "experiments/play/terminal.hpp"

#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>

#include "experiments/play/keys.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/escapes.hpp"
#include "experiments/support/locale.hpp"
#include "experiments/support/terminal_width.hpp"
#include "experiments/support/unfinished_files.hpp"

namespace sapper::experiments {

namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_input_a_terminal() { return ::isatty(STDIN_FILENO) == 1; }

// These consoles have no emoji.
bool is_plain_terminal(std::string_view kind) {
  return kind.starts_with("vt") || kind == "linux" || kind == "ansi";
}

std::atomic<bool> is_output_a_terminal = false;
std::atomic<bool> takes_output_escapes = false;
static_assert(std::atomic<bool>::is_always_lock_free);
std::atomic<bool> has_been_resized = false;

// Handlers call only async-signal-safe functions.
void write_to_terminal(std::string_view text) {
  if (is_output_a_terminal) static_cast<void>(!::write(STDOUT_FILENO, text.data(), text.size()));
}

void end_coloured_line() { write_to_terminal(takes_output_escapes ? "\x1b[0m\n" : "\n"); }

// The terminal's settings before and under RawInput; valid while is_raw.
termios settings_before;

termios raw_settings;
std::atomic<bool> is_raw = false;
std::array<struct sigaction, NSIG> actions_before{};  // [signal], of those in SignalHandlers

void put_settings_back() {
  if (!is_raw) return;
  // Moves to the last line: the cursor is on the board.
  write_to_terminal("\x1b[999;1H");
  ::tcsetattr(STDIN_FILENO, TCSANOW, &settings_before);
}

extern "C" void leave_at_once(int number) {
  put_settings_back();
  if (!ProgressLine::clear_at_exit()) end_coloured_line();
  exit_without_unfinished(128 + number);
}

// A crash: proceeds as without a handler, after restoring the terminal.
extern "C" void crash(int number) {
  put_settings_back();
  ::sigaction(number, &actions_before[static_cast<std::size_t>(number)], nullptr);
  ::raise(number);
}

// Handles Ctrl-Z, and the continuation.
extern "C" void stop(int) {
  const int error = errno;
  put_settings_back();
  end_coloured_line();
  ::raise(SIGSTOP);
  if (is_raw) ::tcsetattr(STDIN_FILENO, TCSANOW, &raw_settings);
  has_been_resized = true;
  errno = error;
}

extern "C" void resize(int) { has_been_resized = true; }

}  // namespace

Dialogue terminal_dialogue(std::ostream& out) {
  return {std::cin, out, is_input_a_terminal() ? EchoMode::no : EchoMode::yes,
          [] { return terminal_width(STDOUT_FILENO); }};
}

bool can_redraw() { return is_input_a_terminal() && takes_escapes(STDOUT_FILENO); }

bool shows_emoji() {
  return takes_escapes(STDOUT_FILENO) && !is_plain_terminal(variable("TERM")) && is_utf8_locale();
}

void SignalHandlers::add(std::initializer_list<int> signals, void (*handler)(int)) {
  for (const int signal : signals) {
    struct sigaction& before = actions_before[static_cast<std::size_t>(signal)];
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = handler;  // without SA_RESTART, to end a wait for keys
    ::sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
    handled_.push_back(signal);
  }
}

SignalHandlers::~SignalHandlers() {
  for (const int signal : handled_)
    ::sigaction(signal, &actions_before[static_cast<std::size_t>(signal)], nullptr);
}

QuickExit::QuickExit() {
  is_output_a_terminal = ::isatty(STDOUT_FILENO) == 1;
  takes_output_escapes = takes_escapes(STDOUT_FILENO);
  handlers_.add({SIGINT, SIGTERM, SIGHUP}, leave_at_once);
}

RawInput::RawInput() {
  if (::tcgetattr(STDIN_FILENO, &settings_before) != 0)
    throw RunError(std::string("the terminal's settings cannot be read: ") + std::strerror(errno));
  raw_settings = settings_before;
  // Keyboard signals (Ctrl-C) and the translation of line ends in output stay enabled.
  raw_settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw_settings.c_cc[VMIN] = 1;
  raw_settings.c_cc[VTIME] = 0;
  handlers_.add({SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT}, crash);
  handlers_.add({SIGTSTP}, stop);
  handlers_.add({SIGWINCH}, resize);
  is_raw = true;
  // Input typed before is kept.
  if (::tcsetattr(STDIN_FILENO, TCSANOW, &raw_settings) != 0) {
    const int reason = errno;
    is_raw = false;
    throw RunError(std::string("the terminal's settings cannot be changed: ") + std::strerror(reason));
  }
}

RawInput::~RawInput() {
  ::tcsetattr(STDIN_FILENO, TCSANOW, &settings_before);
  is_raw = false;
}

bool RawInput::waits_for_byte(int timeout_ms) {
  pollfd terminal{STDIN_FILENO, POLLIN, 0};
  return ::poll(&terminal, 1, timeout_ms) > 0;
}

bool RawInput::has_more() { return waits_for_byte(0); }

// nullopt: the input has ended, or a signal arrived.
std::optional<char> RawInput::read_byte() {
  char byte = 0;
  errno = 0;
  const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
  return count == 1 ? std::optional(byte) : std::nullopt;
}

KeyPress RawInput::next() {
  constexpr int kWithinSequence_ms = 50;  // between the bytes of one key
  constexpr int kBetweenLooks_ms = 1000;
  for (;;) {
    if (has_been_resized.exchange(false)) return {KeyPress::Kind::resized};
    // A signal that arrives between checking the flag and waiting is noticed at the end of the wait.
    const int timeout_ms = decoder_.is_open() ? kWithinSequence_ms : kBetweenLooks_ms;
    if (!waits_for_byte(timeout_ms)) {
      if (const auto key = decoder_.flush()) return *key;
      continue;
    }
    const std::optional<char> byte = read_byte();
    if (!byte && errno == EINTR) continue;
    if (!byte) return {KeyPress::Kind::end_of_input};
    if (const auto key = decoder_.take(*byte)) return *key;
  }
}

namespace {

using Kind = KeyPress::Kind;

}  // namespace

}  // namespace sapper::experiments
