#include "solvers/minesweeper/analysis/dig_outcomes.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

// A view's posterior, given the trusted mines.
class ViewPosterior {
 public:
  ViewPosterior(const sim::View& view, std::span<const Cell> trusted_mines)
      : view_(view), knowledge_(view.grid()), posterior_(view.grid()) {
    knowledge_.reset(view);
    for (const Cell mine : trusted_mines)
      if (knowledge_.is_unknown(mine)) knowledge_.learn_mine(mine);
    is_consistent_ = knowledge_.propagate() && posterior_.compute(knowledge_);
  }
  bool is_consistent() const { return is_consistent_; }
  double p_mine(Cell cell) const { return posterior_.p_mine(cell); }
  double log_layouts() const { return posterior_.log_layouts(); }
  void list(DigOutcome& outcome) const {
    outcome.p_mine.assign(view_.grid().cell_count(), std::numeric_limits<double>::quiet_NaN());
    for (Cell cell = 0; cell < view_.grid().cell_count(); ++cell) {
      if (view_.is_shown(cell)) continue;
      outcome.p_mine[cell] = posterior_.p_mine(cell);
      if (posterior_.is_certain_safe(cell)) outcome.safe.push_back(cell);
      if (posterior_.is_certain_mine(cell)) outcome.mine.push_back(cell);
    }
  }

 private:
  const sim::View& view_;
  LocalRules knowledge_;
  Posterior posterior_;
  bool is_consistent_ = false;
};

}  // namespace

std::vector<DigOutcome> dig_outcomes(const sim::View& view, std::span<const Cell> trusted_mines, Cell cell) {
  const ViewPosterior before(view, trusted_mines);
  if (!before.is_consistent()) throw std::invalid_argument("no layout is consistent with the view");
  std::vector<DigOutcome> outcomes;
  if (before.p_mine(cell) >= 1) return outcomes;
  std::vector<double> logs;
  for (int number = 0; number <= view.grid().neighbors(cell).size(); ++number) {
    sim::View shown = view;
    shown.show(cell, number);
    const ViewPosterior after(shown, trusted_mines);
    if (!after.is_consistent()) continue;
    DigOutcome& outcome = outcomes.emplace_back();
    outcome.number = number;
    after.list(outcome);
    logs.push_back(after.log_layouts());
  }
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - logs.front());
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    outcomes[i].probability = (1 - before.p_mine(cell)) * std::exp(logs[i] - logs.front()) / sum;
  return outcomes;
}

}  // namespace sapper::solvers
