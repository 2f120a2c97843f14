#include "solvers/minesweeper/analysis/dig_outcomes.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include "solvers/minesweeper/choice/board_family.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

// compute(posterior, view) returns the logarithm of the weight of the layouts that are consistent with the view, nullopt if
// there are none. show(view, number) shows the number in the cell.
template <class Boards, class Compute, class Show>
std::vector<DigOutcome> outcomes_on(const typename Boards::View& view, Cell cell, const Compute& compute,
                                    const Show& show) {
  typename Boards::Posterior before(Boards::board_of(view));
  if (!compute(before, view)) throw std::invalid_argument("no layout is consistent with the view");
  std::vector<DigOutcome> outcomes;
  const double p_free = 1 - before.p_mine(cell);
  if (p_free <= 0) return outcomes;
  typename Boards::Posterior after(Boards::board_of(view));
  std::vector<double> logs;
  const auto most = static_cast<int>(Boards::seen_from(view, cell).size());
  for (int number = 0; number <= most; ++number) {
    typename Boards::View shown = view;
    show(shown, number);
    const std::optional<double> log_weight = compute(after, shown);
    if (!log_weight) continue;
    outcomes.push_back({after.cell_risks(), number, 0});
    logs.push_back(*log_weight);
  }
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - logs.front());
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    outcomes[i].probability = p_free * std::exp(logs[i] - logs.front()) / sum;
  return outcomes;
}

}  // namespace

std::vector<DigOutcome> dig_outcomes(const sim::View& view, std::span<const Cell> trusted_mines, Cell cell) {
  return outcomes_on<OnGrids>(
      view, cell,
      [&](Posterior& posterior, const sim::View& of) {
        return posterior.compute(of, trusted_mines) ? std::optional(posterior.log_layouts()) : std::nullopt;
      },
      [&](sim::View& of, int number) { of.show(cell, number); });
}

std::vector<DigOutcome> dig_outcomes(const sim::GraphPosition& position, Cell cell) {
  std::optional<GraphRules> rules;  // which the posterior reads until it is computed again
  return outcomes_on<OnGraphs>(
      position, cell,
      [&](GraphPosterior& posterior, const sim::GraphPosition& of) {
        rules.emplace(of);
        const bool is_consistent =
            rules->propagate() && posterior.compute(*rules, of.prior) == GraphPosterior::Outcome::consistent;
        return is_consistent ? std::optional(posterior.log_weight()) : std::nullopt;
      },
      [&](sim::GraphPosition& of, int number) { of.shown[cell] = static_cast<std::uint8_t>(number); });
}

}  // namespace sapper::solvers
