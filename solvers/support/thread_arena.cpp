#include "solvers/support/thread_arena.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace sapper::solvers {

std::shared_ptr<void> limit_threads(std::size_t threads) {
  if (threads == 0) return nullptr;
  return std::make_shared<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads);
}

struct ThreadArena::Arena : tbb::task_arena {
  using tbb::task_arena::task_arena;
};

ThreadArena::ThreadArena(std::size_t threads) : arena_(std::make_unique<Arena>(static_cast<int>(threads))) {}
ThreadArena::~ThreadArena() = default;

void ThreadArena::run(const std::function<void()>& body) { arena_->execute(body); }

}  // namespace sapper::solvers
