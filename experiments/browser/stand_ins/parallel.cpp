// In place of the executors: WebAssembly as built here has one thread.
#include "solvers/support/parallel.hpp"

namespace sapper::solvers {

void for_each_index_in_parallel(std::size_t count, const std::function<void(std::size_t)>& body) {
  for (std::size_t index = 0; index < count; ++index) body(index);
}

LoopTime loop_time() { return {}; }

}  // namespace sapper::solvers
