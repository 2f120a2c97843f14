#include "experiments/kinds/minesweeper/game/graph_referee.hpp"

#include <stdexcept>

#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::experiments::minesweeper {

using solvers::MoveKind;

bool GraphReferee::is_certain_safe(const sim::GraphPosition& view, sim::Cell cell) {
  return compute(view) ? posterior_.is_certain_safe(cell) : posterior_.knowledge().is_safe(cell);
}

DigAssessment GraphReferee::judge_guess(const sim::GraphPosition& view, const solvers::Move& guess) {
  if (!compute(view)) return {MoveKind::guess, guess.p_mine, false};
  const bool is_safe_missed = posterior_.has_certain_safe();
  return {MoveKind::guess, posterior_.p_mine(guess.cell), is_safe_missed,
          is_safe_missed ? 0 : posterior_.lowest_risk()};
}

// False if the frontier is too wide to count.
bool GraphReferee::compute(const sim::GraphPosition& view) {
  try {
    if (!posterior_.compute(view)) throw std::logic_error("the view has no consistent layout");
  } catch (const solvers::ComponentTooWide&) {
    return false;
  }
  return true;
}

}  // namespace sapper::experiments::minesweeper
