#include "experiments/engine/interruption.hpp"

namespace sapper::experiments {
namespace {

// A handler may touch nothing but lock-free atomics.
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
  ::sigaction(SIGINT, &action, &before_int_);
  ::sigaction(SIGTERM, &action, &before_term_);
}

Interruption::~Interruption() {
  ::sigaction(SIGINT, &before_int_, nullptr);
  ::sigaction(SIGTERM, &before_term_, nullptr);
}

const std::atomic<bool>& Interruption::flag() const { return interrupted; }
int Interruption::signal() const { return last_signal; }

}  // namespace sapper::experiments
