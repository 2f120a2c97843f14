#include "experiments/kinds/minesweeper/game/graph_referee.hpp"

#include <stdexcept>

#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::experiments::minesweeper {

using solvers::MoveKind;

DigAssessment GraphReferee::judge_guess(const sim::GraphPosition& view, const solvers::Move& guess) {
  rules_.reset(view);
  try {
    if (!rules_.propagate() || !posterior_.compute(rules_))
      throw std::logic_error("the view has no consistent layout");
  } catch (const solvers::ComponentTooWide&) {
    return {MoveKind::guess, guess.p_mine, false};
  }
  const bool is_safe_missed = posterior_.has_certain_safe();
  return {MoveKind::guess, posterior_.p_mine(guess.cell), is_safe_missed,
          is_safe_missed ? 0 : posterior_.lowest_risk()};
}

}  // namespace sapper::experiments::minesweeper
