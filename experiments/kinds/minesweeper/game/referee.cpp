#include "experiments/kinds/minesweeper/game/referee.hpp"

#include <stdexcept>

#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using solvers::MoveKind;

void require_layout(bool is_consistent) {
  if (!is_consistent) throw std::logic_error("the view has no consistent layout");
}

}  // namespace

template <class Boards>
DigAssessment RefereeOf<Boards>::rule(const View& view, sim::Cell cell) {
  if (!knowledge_) {
    knowledge_.emplace(*board_);
    posterior_.emplace(*board_);
  }
  const bool is_new = !is_following_;
  if (is_new) {
    knowledge_->reset(view);
  } else {
    knowledge_->show(seen_);
  }
  seen_.clear();
  require_layout(knowledge_->propagate());
  if (is_new) posterior_->start(*knowledge_);
  is_following_ = true;
  return find_ruling(cell);
}

template <class Boards>
DigAssessment RefereeOf<Boards>::find_ruling(sim::Cell cell) {
  if (knowledge_->is_safe(cell)) return {MoveKind::rules, 0, false};
  try {
    const std::uint32_t unknown_by_rules = knowledge_->unknown_count();
    require_layout(posterior_->update(*knowledge_) && posterior_->combine());
    // Cells learned beyond the rules must not pass for those of the rules at the next dig.
    if (knowledge_->unknown_count() != unknown_by_rules) is_following_ = false;
  } catch (const solvers::ComponentTooWide&) {
    is_following_ = false;
    if (knowledge_->is_safe(cell)) return {MoveKind::csp, 0, false};
    if (knowledge_->is_mine(cell)) return {MoveKind::guess, 1, false};
    return {MoveKind::guess, static_cast<double>(knowledge_->mines_left()) / knowledge_->unknown_count(),
            false};
  }
  if (posterior_->is_certain_safe(cell)) return {MoveKind::csp, 0, false};
  return ruling_on_guess(*posterior_, cell);
}

template <class Boards>
DigAssessment RefereeOf<Boards>::ruling_on_guess(const Posterior& posterior, sim::Cell cell) {
  const bool is_safe_missed = posterior.has_certain_safe();
  return {MoveKind::guess, posterior.p_mine(cell), is_safe_missed,
          is_safe_missed ? 0 : posterior.lowest_risk()};
}

template <class Boards>
DigAssessment RefereeOf<Boards>::judge_guess(const View& view, const solvers::Move& guess) {
  if (!posterior_of_view_) posterior_of_view_.emplace(*board_);
  try {
    require_layout(posterior_of_view_->compute(view));
    return ruling_on_guess(*posterior_of_view_, guess.cell);
  } catch (const solvers::ComponentTooWide&) {
    return {MoveKind::guess, guess.p_mine, false};
  }
}

template class RefereeOf<solvers::OnGrids>;
template class RefereeOf<solvers::OnGraphs>;

}  // namespace sapper::experiments::minesweeper
