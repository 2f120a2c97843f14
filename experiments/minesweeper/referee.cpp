#include "experiments/minesweeper/referee.hpp"

#include <chrono>
#include <stdexcept>

#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::experiments::minesweeper {

void Referee::judge(const sim::View& view, solvers::Move& guess) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  if (!posterior_) posterior_.emplace(*grid_);
  try {
    if (!posterior_->compute(view)) throw std::logic_error("the view has no consistent layout");
    guess.p_mine = posterior_->p_mine(guess.cell);
  } catch (const solvers::ComponentTooWide&) {
  }
  guess.is_judged = true;
  elapsed_ns_ += static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
}

}  // namespace sapper::experiments::minesweeper
