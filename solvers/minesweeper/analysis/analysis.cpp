#include "solvers/minesweeper/analysis/analysis.hpp"

#include <algorithm>
#include <memory>

#include "sim/minesweeper/cell_text.hpp"
#include "solvers/minesweeper/analysis/solutions.hpp"
#include "solvers/minesweeper/counting/eliminator.hpp"
#include "solvers/minesweeper/counting/frontier_builder.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

std::string place_of(const sim::Grid& grid, Cell cell) {
  return sim::cell_text(grid, cell) + " (row,col from 0)";
}

std::string number_at(const sim::View& view, Cell cell) {
  return "the number " + std::to_string(view.number(cell)) + " at " + place_of(view.grid(), cell);
}

// A shown number that the local rules cannot meet.
Inconsistency explain_number(const LocalRules& knowledge, Cell cell) {
  const sim::View& view = knowledge.view();
  int mines = 0;
  for (const Cell neighbor : view.grid().neighbors(cell)) mines += knowledge.is_mine(neighbor);
  const int most = mines + knowledge.unknown_neighbors(cell);
  return {cell, number_at(view, cell) + " cannot be met: by the numbers around it, it would have " +
                    std::to_string(mines) + (most > mines ? " to " + std::to_string(most) : "") +
                    " mines next to it"};
}

// Knowledge from only some of the shown numbers.
struct SomeNumbers {
  const LocalRules& knowledge;
  std::vector<std::uint8_t> counts;  // [cell] whether its number counts

  bool is_shown(Cell cell) const { return counts[cell] != 0; }
  bool is_unknown(Cell cell) const { return knowledge.is_unknown(cell); }
  int mines_needed(Cell cell) const { return knowledge.mines_needed(cell); }
};

// Contradictory numbers of one component: the first that cannot be met together with those before it.
Inconsistency explain_component(const Posterior& posterior, const CountedComponent& component) {
  const LocalRules& knowledge = posterior.knowledge();
  const sim::Grid& grid = knowledge.grid();
  std::vector<Cell> constraints(component.constraint_cells().begin(), component.constraint_cells().end());
  std::sort(constraints.begin(), constraints.end());
  SomeNumbers numbers{knowledge, std::vector<std::uint8_t>(grid.cell_count(), 0)};
  FrontierBuilder builder(grid);
  Frontier part;
  Eliminator<double> eliminator;
  for (std::size_t count = 1; count <= constraints.size(); ++count) {
    const Cell last = constraints[count - 1];
    numbers.counts[last] = 1;
    builder.start();
    part.clear();
    for (const Cell constraint : std::span(constraints).first(count))
      builder.append_component(numbers, constraint, part);
    for (std::uint32_t index = 0; index < part.component_count(); ++index) {
      eliminator.count(part.component(index));
      if (eliminator.counts().counts.empty())
        return {last,
                number_at(knowledge.view(), last) + " cannot be met together with the numbers before it"};
    }
  }
  return {};
}

Inconsistency explain(const Posterior& posterior) {
  const Contradiction& contradiction = posterior.contradiction();
  const sim::View& view = posterior.knowledge().view();
  switch (contradiction.kind) {
    case Contradiction::Kind::number:
      return explain_number(posterior.knowledge(), contradiction.cell);
    case Contradiction::Kind::component:
      return explain_component(posterior, *contradiction.component);
    default:
      break;
  }
  const std::string mines = "the mine count " + std::to_string(view.mine_count()) + " cannot be met: ";
  if (contradiction.fewest_mines > view.mine_count())
    return {sim::kNoCell,
            mines + "the shown numbers need at least " + std::to_string(contradiction.fewest_mines)};
  if (contradiction.max_mines < view.mine_count())
    return {sim::kNoCell, mines + "the shown numbers and hidden cells allow at most " +
                              std::to_string(contradiction.max_mines)};
  return {sim::kNoCell, mines + "no layout that meets the shown numbers has this many"};
}

std::vector<ComponentAnalysis> list_components(const Frontier& plain) {
  std::vector<ComponentAnalysis> components(plain.component_count());
  for (std::uint32_t index = 0; index < plain.component_count(); ++index) {
    const Component component = plain.component(index);
    ComponentAnalysis& analysis = components[index];
    const auto cells = plain.cells_of(component);
    analysis.cells.assign(cells.begin(), cells.end());
    std::sort(analysis.cells.begin(), analysis.cells.end());
    const auto constraints = plain.constraint_cells_of(component);
    analysis.constraints.assign(constraints.begin(), constraints.end());
    std::sort(analysis.constraints.begin(), analysis.constraints.end());
  }
  return components;
}

void list_moves(const sim::View& view, const Posterior& posterior, std::uint64_t seed, Analysis& analysis) {
  if (view.hidden_count() <= view.mine_count()) return;
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(view.grid());
  rules.mine_count = view.mine_count();
  for (const StrategyEntry& entry : strategies()) {
    if (entry.is_slow && entry.is_slow(view)) continue;
    const StrategyChoice choice(entry);
    if (choice.refusal(rules)) continue;
    const std::unique_ptr<Strategy> strategy = choice.make(rules);
    sim::Stream random({seed, 0, 0}, sim::Purpose::strategy);
    Digs digs;
    strategy->begin(view, random);
    strategy->plan({}, digs);
    const Move move = digs.front();
    const Explanation explanation = strategy->explain();
    analysis.moves.push_back({std::string(entry.name),
                              move,
                              posterior.p_mine(move.cell),
                              std::string(explanation.why),
                              explanation.win_probability,
                              {explanation.candidates.begin(), explanation.candidates.end()}});
  }
}

}  // namespace

Analysis analyze(const sim::View& view, std::span<const Cell> trusted_mines, std::uint64_t seed,
                 Moves moves) {
  const sim::Grid& grid = view.grid();
  Posterior posterior(grid);
  if (!posterior.compute(view, trusted_mines)) throw InconsistentPosition(explain(posterior));
  Analysis analysis{posterior.cell_risks(), {}, {}, {}};
  Frontier plain;
  // Before any deduction: trusted mines count as known.
  std::vector<std::uint8_t> is_trusted(grid.cell_count(), 0);
  for (const Cell cell : trusted_mines) is_trusted[cell] = 1;
  FrontierBuilder(grid).build(FlaggedView(view, is_trusted), plain);
  analysis.components = list_components(plain);
  count_solutions(posterior, plain, analysis);
  if (moves == Moves::listed) list_moves(view, posterior, seed, analysis);
  return analysis;
}

}  // namespace sapper::solvers
