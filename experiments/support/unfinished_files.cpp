#include "experiments/support/unfinished_files.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <list>
#include <string>

namespace sapper::experiments {

namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

// Guards the list. A handler may wait for it: its holder has the signals blocked, so that no handler interrupts it.
std::atomic_flag is_in_use = ATOMIC_FLAG_INIT;

std::atomic<pid_t> owner = 0;

// Never destroyed: a handler may run while the program exits.
std::list<std::string>& files() {
  static auto* const list = new std::list<std::string>;
  return *list;
}

sigset_t ending_signals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : kSignals) ::sigaddset(&signals, signal);
  return signals;
}

void acquire() {
  while (is_in_use.test_and_set(std::memory_order_acquire)) ::sched_yield();
}

extern "C" void end_by_signal(int number) { exit_without_unfinished(128 + number); }

void handle_signals() {
  struct sigaction action {};
  action.sa_handler = end_by_signal;
  action.sa_mask = ending_signals();
  for (const int signal : kSignals) {
    struct sigaction present {};
    if (::sigaction(signal, nullptr, &present) == 0 && present.sa_handler == SIG_DFL)
      ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace

UnfinishedFiles::UnfinishedFiles() {
  const sigset_t signals = ending_signals();
  ::pthread_sigmask(SIG_BLOCK, &signals, &before_);
  acquire();
}

UnfinishedFiles::~UnfinishedFiles() {
  is_in_use.clear(std::memory_order_release);
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void UnfinishedFiles::add(const std::filesystem::path& file) {
  if (owner != ::getpid()) files().clear();  // a fork's copy
  owner = ::getpid();
  files().push_back(file.native());
  handle_signals();
}

void UnfinishedFiles::forget(const std::filesystem::path& file) {
  std::list<std::string>& list = files();
  for (auto entry = list.begin(); entry != list.end(); ++entry)
    if (*entry == file.native()) {
      list.erase(entry);
      return;
    }
}

void exit_without_unfinished(int status) {
  if (owner == ::getpid()) {
    const sigset_t signals = ending_signals();
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    acquire();  // for good: no file is made any more
    for (const std::string& file : files()) ::unlink(file.c_str());
  }
  std::_Exit(status);
}

}  // namespace sapper::experiments
