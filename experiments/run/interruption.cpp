#include "experiments/run/interruption.hpp"

namespace sapper::experiments {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

// A signal handler may access only lock-free atomics.
std::atomic<bool> interrupted = false;
std::atomic<int> last_signal = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void raise_flag(int number) {
  last_signal = number;
  interrupted = true;
}

}  // namespace

Interruption::Interruption() {
  interrupted = false;
  last_signal = 0;
  struct sigaction action {};
  action.sa_handler = raise_flag;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  ::sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &before_[i]);
    if (kSignals[i] == SIGHUP && before_[i].sa_handler == SIG_IGN) continue;
    ::sigaction(kSignals[i], &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
}

const std::atomic<bool>& Interruption::flag() const { return interrupted; }
int Interruption::signal() const { return last_signal; }
void Interruption::request(int signal) { raise_flag(signal); }

}  // namespace sapper::experiments
