#include "experiments/run/interruption.hpp"

#include <signal.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "experiments/run/progress_line.hpp"
#include "experiments/support/unfinished_files.hpp"
#include "sim/support/standard_error.hpp"

namespace sapper::experiments {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
constexpr int kFatal = 3;  // signals that count
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

// A signal handler may access only lock-free atomics. It may run on several threads at once.
std::atomic<bool> interrupted = false;
std::atomic<int> first_signal = 0;
std::atomic<int> counted_signals = 0;
std::atomic<std::int64_t> last_counted_ns = kNever;
std::atomic<int> saves = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
              std::atomic<std::int64_t>::is_always_lock_free);

// Used by the constructor and the destructor alone.
std::array<struct sigaction, kSignals.size()> actions_before{};

std::int64_t now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

// Whether the signal is the first one; sets the flag.
bool is_first(int number) {
  int none = 0;
  if (!first_signal.compare_exchange_strong(none, number)) return false;
  counted_signals = 1;
  last_counted_ns = now_ns();
  interrupted = true;
  return true;
}

// Whether a further signal counts.
bool counts() {
  const std::int64_t now = now_ns();
  std::int64_t last = last_counted_ns;
  if (saves > 0 || last == kNever || now - last < std::chrono::nanoseconds(Interruption::kRepeat).count())
    return false;
  return last_counted_ns.compare_exchange_strong(last, now);
}

extern "C" void take_signal(int number) {
  if (is_first(number) || !counts()) return;
  ProgressLine::clear_at_exit();
  if (++counted_signals == kFatal) exit_without_unfinished(128 + number);
  sim::write_to_standard_error("sapper: still ending; the next signal ends it at once, without saving\n");
}

}  // namespace

Interruption::Interruption() {
  interrupted = false;
  first_signal = 0;
  counted_signals = 0;
  last_counted_ns = kNever;
  struct sigaction action {};
  action.sa_handler = take_signal;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction before {};
    ::sigaction(kSignals[i], nullptr, &before);
    if (before.sa_handler == take_signal) continue;  // left by an object that was interrupted
    actions_before[i] = before;
    if (kSignals[i] == SIGHUP && before.sa_handler == SIG_IGN) continue;
    ::sigaction(kSignals[i], &action, nullptr);
  }
}

Interruption::~Interruption() {
  if (interrupted) return;
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &actions_before[i], nullptr);
}

const std::atomic<bool>& Interruption::flag() const { return interrupted; }
int Interruption::signal() const { return first_signal; }
void Interruption::request(int signal) { is_first(signal); }

ProtectedSave::ProtectedSave() { ++saves; }
ProtectedSave::~ProtectedSave() { --saves; }

}  // namespace sapper::experiments
