#include "solvers/minesweeper/analysis/graph_analysis.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/analysis/strategy_moves.hpp"
#include "solvers/minesweeper/counting/graph_frontier.hpp"
#include "solvers/minesweeper/deduction/graph_rules.hpp"
#include "solvers/minesweeper/posterior/graph_posterior.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

// False if the rules, which look at one number at a time, contradict one another on the numbers that are not ignored.
bool may_be_met_by_rules(const sim::GraphPosition& position, std::span<const Cell> ignored) {
  return GraphRules(position, ignored).propagate();
}

// True if some layout meets the numbers that are not ignored, whatever its mines. Where counting passes its limits, none
// is known to be missing.
bool may_be_met_by_layouts(const sim::GraphPosition& position, std::span<const Cell> ignored) {
  GraphRules rules(position, ignored);
  if (!rules.propagate()) return false;
  GraphPosterior posterior(*position.graph);
  try {
    return posterior.compute(rules, sim::MinePrior{}) == GraphPosterior::Outcome::consistent;
  } catch (const ComponentTooWide&) {
    return true;
  }
}

// The numbers contradict one another: finds one that cannot be met together with those before it. may_be_met(position,
// ignored): false if the other numbers contradict one another, for all numbers too.
template <class MayBeMet>
Inconsistency explain_numbers(const sim::GraphPosition& position, const CellNames& names,
                              const MayBeMet& may_be_met) {
  std::vector<Cell> numbers;
  for (Cell cell = 0; cell < position.graph->cell_count(); ++cell)
    if (!position.is_hidden(cell)) numbers.push_back(cell);
  std::size_t possible = 0;                 // so many of the first numbers can be met together
  std::size_t impossible = numbers.size();  // and so many cannot
  while (possible + 1 < impossible) {
    sim::end_if_interrupted();
    const std::size_t middle = possible + (impossible - possible) / 2;
    (may_be_met(position, std::span(numbers).subspan(middle)) ? possible : impossible) = middle;
  }
  const Cell cell = numbers[impossible - 1];
  return {cell, "the number " + std::to_string(position.shown[cell]) + " at " + names.place_of(cell) +
                    " cannot be met" + (possible > 0 ? " together with the numbers before it" : "")};
}

Inconsistency explain_mine_count(const GraphPosterior& posterior, std::uint64_t mine_count) {
  const auto mines = static_cast<std::int64_t>(mine_count);
  const std::string what = "the mine count " + std::to_string(mines) + " cannot be met: ";
  if (posterior.fewest_mines() > mines)
    return {sim::kNoCell,
            what + "the shown numbers need at least " + std::to_string(posterior.fewest_mines())};
  if (posterior.max_mines() < mines)
    return {sim::kNoCell, what + "the shown numbers and hidden cells allow at most " +
                              std::to_string(posterior.max_mines())};
  return {sim::kNoCell, what + "no layout that meets the shown numbers has this many"};
}

// Before any deduction: known mines count as known, cells that are free by a rule do not.
Frontier plain_frontier(sim::GraphPosition position) {
  position.known_safe.clear();
  Frontier plain;
  GraphFrontierBuilder(*position.graph).build(GraphRules(position), plain);
  return plain;
}

std::string known_cells_text(const GraphRules& rules, const CellNames& names) {
  std::vector<Cell> safe;
  std::vector<Cell> mines;
  for (Cell cell = 0; cell < rules.graph().cell_count(); ++cell) {
    if (rules.is_safe(cell)) safe.push_back(cell);
    if (rules.is_mine(cell)) mines.push_back(cell);
  }
  return certain_cells_text(safe, mines, names);
}

}  // namespace

Analysis analyze_graph(const sim::GraphPosition& position, const CellNames& names, Moves moves,
                       std::uint64_t seed) {
  const sim::Graph& graph = *position.graph;
  const Frontier plain = plain_frontier(position);
  GraphRules rules(position);
  if (!rules.propagate()) throw InconsistentPosition(explain_numbers(position, names, may_be_met_by_rules));
  GraphPosterior posterior(*position.graph);
  const auto compute = [&] {
    try {
      return posterior.compute(rules, position.prior);
    } catch (const ComponentTooWide& refusal) {
      throw ComponentTooWide(refusal.what() + std::string("; ") + known_cells_text(rules, names));
    }
  };
  switch (compute()) {
    case GraphPosterior::Outcome::consistent:
      break;
    case GraphPosterior::Outcome::contradictory_numbers:
      throw InconsistentPosition(explain_numbers(position, names, may_be_met_by_layouts));
    case GraphPosterior::Outcome::impossible_mine_count:
      throw InconsistentPosition(explain_mine_count(posterior, *position.prior.count));
  }
  Analysis analysis{posterior.cell_risks(), {}, {}, {}};
  count_solutions({posterior.components(), graph.cell_count(), posterior.outside_count(),
                   posterior.mines_left(), posterior.log_layouts()},
                  plain, analysis);
  if (moves == Moves::listed && position.prior.count) analysis.moves = moves_in(position, posterior, seed);
  return analysis;
}

sim::GraphPosition without_count(const sim::View& view, std::span<const Cell> trusted_mines, double density) {
  sim::GraphPosition position{std::make_shared<const sim::Graph>(view.grid()),
                              {},
                              {std::nullopt, density},
                              {trusted_mines.begin(), trusted_mines.end()},
                              {view.free_by_rule().begin(), view.free_by_rule().end()}};
  for (const std::uint8_t number : sim::cells_of(view))
    position.shown.push_back(number == sim::kHidden ? sim::GraphPosition::kHidden : number);
  return position;
}

Analysis analyze_without_count(const sim::View& view, std::span<const Cell> trusted_mines, double density) {
  return analyze_graph(without_count(view, trusted_mines, density), cell_names(view.grid()));
}

}  // namespace sapper::solvers
