#include "solvers/minesweeper/deducing_strategy.hpp"

#include <stdexcept>

namespace sapper::solvers {

using sim::Cell;

void DeducingStrategy::begin(const sim::View& view, sim::Stream& random) {
  random_ = &random;
  telemetry().phases.enter(Phase::local_rules);
  knowledge_.reset(view);
}

bool DeducingStrategy::plan_by_rules(std::span<const Cell> shown, std::vector<Move>& digs) {
  telemetry().phases.enter(Phase::local_rules);
  knowledge_.show(shown);
  if (!knowledge_.propagate()) throw std::logic_error("a shown number contradicts the others");
  const std::size_t before = digs.size();
  take_safe(MoveKind::rules, digs);
  return digs.size() > before;
}

bool DeducingStrategy::plan_by_posterior(Posterior& posterior, std::vector<Move>& digs) {
  PhaseTimer& phases = telemetry().phases;
  if (!posterior.compute(knowledge_, &phases)) throw std::logic_error("the view has no consistent layout");
  count_frontier(posterior.frontier());
  phases.enter(Phase::choice);
  learn_certain_cells(posterior);
  const std::size_t before = digs.size();
  take_safe(MoveKind::csp, digs);
  return digs.size() > before;
}

void DeducingStrategy::take_safe(MoveKind kind, std::vector<Move>& digs) {
  for (const Cell cell : knowledge_.safe())
    if (knowledge_.is_safe(cell)) digs.push_back({cell, kind, 0});
  knowledge_.forget_safe();
}

void DeducingStrategy::learn_certain_cells(const Posterior& posterior) {
  const auto learn = [&](Cell cell, const Posterior::Risk& risk) {
    if (!risk.can_be_mine) knowledge_.learn_safe(cell);
    if (!risk.can_be_free) knowledge_.learn_mine(cell);
  };
  const Frontier& frontier = posterior.frontier();
  for (std::uint32_t group = 0; group < frontier.group_count(); ++group)
    for (const Cell cell : frontier.cells_of_group(group)) learn(cell, posterior.group_risks()[group]);
  const Posterior::Risk& outside = posterior.outside_risk();
  if (posterior.outside_count() == 0 || (outside.can_be_mine && outside.can_be_free)) return;
  for (Cell cell = 0; cell < knowledge_.grid().cell_count(); ++cell)
    if (knowledge_.is_unknown(cell) && frontier.group_of(cell) == Frontier::kNoGroup) learn(cell, outside);
}

void DeducingStrategy::count_frontier(const Frontier& frontier) {
  FrontierTally tally{1, frontier.component_count(), frontier.cells().size(), 0};
  for (std::uint32_t index = 0; index < frontier.component_count(); ++index)
    tally.largest_component =
        std::max<std::uint64_t>(tally.largest_component, frontier.component(index).cell_count);
  telemetry().frontier.add(tally);
}

void DeducingStrategy::guess_uniformly(std::vector<Move>& digs) {
  telemetry().phases.enter(Phase::choice);
  const std::uint32_t candidates = knowledge_.unknown_count();
  const std::uint32_t cells = knowledge_.grid().cell_count();
  // The draw hits each unknown cell alike, and the mines left are among those: the mean of their P(mine) is
  // known without knowing any of them.
  const double p_mine = static_cast<double>(knowledge_.mines_left()) / candidates;
  Cell chosen = sim::kNoCell;
  if (candidates >= cells / 16) {
    do chosen = random().below(cells);
    while (!knowledge_.is_unknown(chosen));
  } else {
    std::uint32_t left = random().below(candidates);
    for (chosen = 0;; ++chosen)
      if (knowledge_.is_unknown(chosen) && left-- == 0) break;
  }
  digs.push_back({chosen, MoveKind::guess, p_mine});
}

}  // namespace sapper::solvers
