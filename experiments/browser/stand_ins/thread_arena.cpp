// In place of oneTBB: WebAssembly as built here has one thread.
#include "solvers/support/thread_arena.hpp"

namespace sapper::solvers {

struct ThreadArena::Arena {};

std::shared_ptr<void> limit_threads(std::size_t) { return nullptr; }

ThreadArena::ThreadArena(std::size_t) {}
ThreadArena::~ThreadArena() = default;

void ThreadArena::run(const std::function<void()>& body) { body(); }

}  // namespace sapper::solvers
