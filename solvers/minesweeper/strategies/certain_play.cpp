#include "solvers/minesweeper/strategies/certain_play.hpp"

namespace sapper::solvers {

using sim::Cell;

CertainPlay::CertainPlay(const sim::GameRules& rules)
    : view_(*rules.grid, rules.mine_count, sim::cells_free_by_rule(*rules.grid, rules.first_click)),
      reasoner_(*rules.grid, telemetry_) {}

void CertainPlay::start(const sim::Layout& layout, Cell first) {
  layout_ = &layout;
  view_.hide_all();
  show(first);
  shown_.clear();
  reasoner_.begin(view_);
}

void CertainPlay::show(Cell cell) {
  spread_.assign(1, cell);
  while (!spread_.empty()) {
    const Cell next = spread_.back();
    spread_.pop_back();
    if (view_.is_shown(next)) continue;
    view_.show(next, layout_->number(next));
    sim::add_cell(shown_, view_.grid(), next);
    if (layout_->number(next) > 0) continue;
    for (const Cell neighbor : view_.grid().neighbors(next)) spread_.push_back(neighbor);
  }
}

bool CertainPlay::play() {
  while (view_.hidden_count() > view_.mine_count()) {
    digs_.clear();
    if (!reasoner_.plan_by_rules(shown_, digs_) && !reasoner_.plan_by_posterior(digs_)) {
      shown_.clear();
      reasoner_.settle();
      return false;
    }
    shown_.clear();
    digs_.for_each([&](const Move& dig) { show(dig.cell); });
  }
  return true;
}

void CertainPlay::see_changes() {
  visible_.clear();
  for (Cell cell = 0; cell < view_.grid().cell_count(); ++cell)
    if (view_.is_shown(cell) && !layout_->is_mine(cell)) visible_.push_back(cell);
  view_.hide_all();
  for (const Cell cell : visible_) show(cell);
  shown_.clear();
  reasoner_.begin(view_);
}

}  // namespace sapper::solvers
