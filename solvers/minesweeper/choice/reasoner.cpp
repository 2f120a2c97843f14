#include "solvers/minesweeper/choice/reasoner.hpp"

#include <algorithm>
#include <stdexcept>

#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::solvers {

using sim::Cell;

template <class Boards>
void ReasonerOf<Boards>::begin(const typename Boards::View& view) {
  telemetry_->phases.enter(Phase::local_rules);
  knowledge_.reset(view);
  lender_ = nullptr;
  is_posterior_started_ = false;
}

template <class Boards>
void ReasonerOf<Boards>::adopt(const Posterior& other, const typename Boards::View& view) {
  knowledge_ = other.knowledge();
  knowledge_.follow(view);
  lender_ = &other;
  is_posterior_started_ = false;
  has_unsettled_mines_ = false;
}

template <class Boards>
bool ReasonerOf<Boards>::plan_by_rules(std::span<const typename Boards::Shown> shown, Digs& digs) {
  telemetry_->phases.enter(Phase::local_rules);
  knowledge_.show(shown);
  if (!knowledge_.propagate()) throw std::logic_error("a shown number contradicts the others");
  return take_safe(MoveKind::rules, digs);
}

template <class Boards>
void ReasonerOf<Boards>::start_posterior() {
  if (!posterior_) posterior_.emplace(Boards::board_of(knowledge_));
  if (is_posterior_started_) return;
  is_posterior_started_ = true;
  if (lender_ != nullptr) return posterior_->borrow(*lender_, knowledge_);
  posterior_->start(knowledge_);
}

template <class Boards>
bool ReasonerOf<Boards>::plan_by_posterior(Digs& digs) {
  PhaseTimer& phases = telemetry_->phases;
  start_posterior();
  Posterior& posterior = *posterior_;
  // First what is certain whatever the mine count, which only changed constraints can reveal: by the overlap rule as
  // long as that helps, then from the components.
  bool has_learned = true;
  while (has_learned) {
    if (plan_by_overlaps(digs)) return true;
    try {
      if (!posterior.update(knowledge_, &phases))
        throw std::logic_error("the shown numbers contradict one another");
    } catch (const ComponentTooWide&) {
      if (plan_by_what_was_learned(digs)) return true;
      throw;
    }
    phases.enter(Phase::choice);
    has_learned = learn_certain_cells(posterior.updated());
    if (plan_by_what_was_learned(digs)) return true;
  }
  if (!posterior.combine(&phases)) throw std::logic_error("the mine count contradicts the shown numbers");
  count_frontier(posterior);
  phases.enter(Phase::choice);
  has_unsettled_mines_ = learn_certain_cells(posterior.components());
  has_unsettled_mines_ |= learn_outside(posterior);
  return take_safe(MoveKind::csp, digs);
}

template <class Boards>
void ReasonerOf<Boards>::settle() {
  if (!has_unsettled_mines_) return;
  Posterior& posterior = *posterior_;
  has_unsettled_mines_ = false;
  if (!knowledge_.propagate() || !posterior.update(knowledge_, &telemetry_->phases) ||
      !posterior.combine(&telemetry_->phases))
    throw std::logic_error("a certain mine contradicts the shown numbers");
}

template <class Boards>
bool ReasonerOf<Boards>::plan_by_overlaps(Digs& digs) {
  telemetry_->phases.enter(Phase::local_rules);
  while (apply_overlap_rule(knowledge_))
    if (plan_by_what_was_learned(digs)) return true;
  return false;
}

template <class Boards>
bool ReasonerOf<Boards>::plan_by_what_was_learned(Digs& digs) {
  if (take_safe(MoveKind::csp, digs)) return true;
  if (!knowledge_.propagate()) throw std::logic_error("a certain mine contradicts a shown number");
  return take_safe(MoveKind::csp, digs);
}

template <class Boards>
bool ReasonerOf<Boards>::plan_by_certainty(std::span<const Cell> safe, std::span<const Cell> mines,
                                           Digs& digs) {
  telemetry_->phases.enter(Phase::choice);
  for (const Cell cell : mines) knowledge_.learn(cell, true);
  for (const Cell cell : safe) knowledge_.learn(cell, false);
  return take_safe(MoveKind::csp, digs);
}

template <class Boards>
bool ReasonerOf<Boards>::take_safe(MoveKind kind, Digs& digs) {
  digs.safe_kind = kind;
  knowledge_.take_safe(digs.safe);
  return !digs.safe.empty();
}

// True if anything was learned.
template <class Boards>
bool ReasonerOf<Boards>::learn_certain_cells(std::span<CountedComponent* const> components) {
  bool has_learned = false;
  for (const CountedComponent* component : components)
    component->visit_certain([&](Cell cell, bool is_mine) {
      has_learned = true;
      knowledge_.learn(cell, is_mine);
    });
  return has_learned;
}

// True if anything was learned.
template <class Boards>
bool ReasonerOf<Boards>::learn_outside(const Posterior& posterior) {
  const Risk& outside = posterior.outside_risk();
  if (posterior.outside_count() == 0 || (outside.can_be_mine && outside.can_be_free)) return false;
  posterior.visit_outside([&](Cell cell) {
    knowledge_.learn(cell, outside.can_be_mine);
    return true;
  });
  return true;
}

template <class Boards>
void ReasonerOf<Boards>::count_frontier(const Posterior& posterior) {
  FrontierTally& tally = telemetry_->frontier;
  ++tally.analyses;
  tally.components += posterior.components().size();
  tally.cells += posterior.frontier_cell_count();
  std::size_t width = 0;
  for (const CountedComponent* component : posterior.components()) {
    tally.largest_component =
        std::max<std::uint64_t>(tally.largest_component, component->component().cell_count);
    width = std::max(width, component->width());
  }
  tally.add_width(width);
}

template class ReasonerOf<OnGrids>;
template class ReasonerOf<OnGraphs>;

}  // namespace sapper::solvers
