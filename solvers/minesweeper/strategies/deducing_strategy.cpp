#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {

Move draw_guess(const sim::Grid& grid, const sim::CellPlane& candidates, std::uint32_t count,
                std::int64_t mines, sim::Stream& random) {
  sim::Cell chosen = sim::kNoCell;
  if (draws_from_all(grid.cell_count(), count)) {
    do chosen = random.below(grid.cell_count());
    while (!candidates.contains(grid.place_of(chosen)));
  } else {
    chosen = sim::nth_cell(grid, candidates, random.below(count));
  }
  return {chosen, MoveKind::guess, static_cast<double>(mines) / count, false};
}

Move draw_guess(const LocalRules& knowledge, sim::Stream& random) {
  return draw_guess(knowledge.grid(), knowledge.unknown(), knowledge.unknown_count(), knowledge.mines_left(),
                    random);
}

Move draw_guess(const GraphRules& knowledge, sim::Stream& random) {
  return draw_guess(
      knowledge.graph(), [&](sim::Cell cell) { return knowledge.is_unknown(cell); },
      knowledge.unknown_count(), knowledge.mines_left(), random);
}

template <class Boards>
JudgingStrategyOf<Boards>::JudgingStrategyOf(const typename Boards::GameRules& rules,
                                             const Settings& settings, std::uint64_t search_budget)
    : DeducingStrategyOf<Boards>(rules, settings),
      endgame_layouts_(
          Boards::do_mines_move(rules) ? 0 : static_cast<std::uint32_t>(settings.whole("endgame_layouts"))),
      search_budget_(search_budget),
      endgame_(rules.board(), rules.first_click) {}

template <class Boards>
void JudgingStrategyOf<Boards>::guess(Digs& digs) {
  this->reasoner().settle();
  this->telemetry().phases.enter(Phase::choice);
  is_endgame_ = endgame_layouts_ > 0 && endgame_.solve(posterior(), endgame_layouts_, search_budget_);
  if (is_endgame_) explanation_ = {"exact best play over all layouts left", endgame_.win_probability(), {}};
  const sim::Cell cell = is_endgame_ ? endgame_.best_cell() : choose();
  digs.moves.push_back({.cell = cell,
                        .kind = MoveKind::guess,
                        .p_mine = posterior().p_mine(cell),
                        .lowest_p_mine = posterior().lowest_risk()});
}

template <class Boards>
Explanation JudgingStrategyOf<Boards>::explain() {
  if (explanation_.why.empty()) return {};
  candidates_.clear();
  if (is_endgame_) {
    list_endgame();
  } else {
    list_candidates(candidates_);
  }
  if (!candidates_.empty()) explanation_.candidates = candidates_;
  return explanation_;
}

template <class Boards>
void JudgingStrategyOf<Boards>::list_endgame() {
  const double layouts = endgame_.layout_count();
  for (const auto& cell : endgame_.values()) {
    if (candidates_.size() == kMostCandidates) break;
    candidates_.push_back({cell.cell, (layouts - cell.free) / layouts, cell.won / layouts});
  }
}

template class JudgingStrategyOf<OnGrids>;
template class JudgingStrategyOf<OnGraphs>;

}  // namespace sapper::solvers
