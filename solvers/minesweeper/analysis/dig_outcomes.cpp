#include "solvers/minesweeper/analysis/dig_outcomes.hpp"

#include <cmath>
#include <stdexcept>

namespace sapper::solvers {

using sim::Cell;

std::vector<DigOutcome> dig_outcomes(const sim::View& view, std::span<const Cell> trusted_mines, Cell cell) {
  Posterior before(view.grid());
  if (!before.compute(view, trusted_mines))
    throw std::invalid_argument("no layout is consistent with the view");
  std::vector<DigOutcome> outcomes;
  if (before.p_mine(cell) >= 1) return outcomes;
  Posterior after(view.grid());
  std::vector<double> logs;
  for (int number = 0; number <= view.grid().neighbors(cell).size(); ++number) {
    sim::View shown = view;
    shown.show(cell, number);
    if (!after.compute(shown, trusted_mines)) continue;
    outcomes.push_back({after.cell_risks(), number, 0});
    logs.push_back(after.log_layouts());
  }
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - logs.front());
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    outcomes[i].probability = (1 - before.p_mine(cell)) * std::exp(logs[i] - logs.front()) / sum;
  return outcomes;
}

}  // namespace sapper::solvers
