#include "solvers/minesweeper/analysis/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "sim/minesweeper/cell_text.hpp"
#include "solvers/minesweeper/analysis/exact_layouts.hpp"
#include "solvers/minesweeper/analysis/strategy_moves.hpp"
#include "solvers/minesweeper/counting/big_integer.hpp"
#include "solvers/minesweeper/counting/eliminator.hpp"
#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/counting/frontier_builder.hpp"

namespace sapper::solvers {

namespace {

using sim::Cell;

std::string number_at(const sim::View& view, Cell cell) {
  return "the number " + std::to_string(view.number(cell)) + " at " + cell_names(view.grid()).place_of(cell);
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

std::vector<Cell> ascending(std::span<const Cell> cells) {
  std::vector<Cell> result(cells.begin(), cells.end());
  std::ranges::sort(result);
  return result;
}

// Contradictory numbers of one component: the first that cannot be met together with those before it.
Inconsistency explain_component(const Posterior& posterior, const CountedComponent& component) {
  const LocalRules& knowledge = posterior.knowledge();
  const sim::Grid& grid = knowledge.grid();
  const std::vector<Cell> constraints = ascending(component.constraint_cells());
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
      try {
        eliminator.count(part.component(index));
      } catch (const ComponentTooWide&) {
        return {last, number_at(knowledge.view(), last) + " cannot be met together with the other numbers"};
      }
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
  if (contradiction.kind == Contradiction::Kind::number)
    return explain_number(posterior.knowledge(), contradiction.cell);
  if (contradiction.kind == Contradiction::Kind::component)
    return explain_component(posterior, *contradiction.component);
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
    analysis.cells = ascending(plain.cells_of(component));
    analysis.constraints = ascending(plain.constraint_cells_of(component));
  }
  return components;
}

std::string known_cells_text(const LocalRules& knowledge, std::span<const std::uint8_t> is_trusted) {
  const sim::Grid& grid = knowledge.grid();
  std::vector<Cell> safe;
  std::vector<Cell> mines;
  for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
    if (knowledge.is_safe(cell)) safe.push_back(cell);
    if (knowledge.is_mine(cell) && is_trusted[cell] == 0) mines.push_back(cell);
  }
  return certain_cells_text(safe, mines, cell_names(grid));
}

}  // namespace

CellNames cell_names(const sim::Grid& grid) {
  return {[&grid](Cell cell) { return sim::cell_text(grid, cell); }, "row,col from 0"};
}

std::string certain_cells_text(std::span<const Cell> safe, std::span<const Cell> mines,
                               const CellNames& names) {
  if (safe.empty() && mines.empty()) return "no cell is certain by the shown numbers alone";
  const auto list = [&](std::span<const Cell> cells) {
    std::string text;
    for (const Cell cell : cells) text += ' ' + names.name(cell);
    return text.empty() ? " none" : text;
  };
  return "certain by the shown numbers alone (" + names.convention + "): safe" + list(safe) + "; mines" +
         list(mines);
}

Analysis analyze(const sim::View& view, std::span<const Cell> trusted_mines, std::uint64_t seed,
                 Moves moves) {
  const sim::Grid& grid = view.grid();
  std::vector<std::uint8_t> is_trusted(grid.cell_count(), 0);
  for (const Cell cell : trusted_mines) is_trusted[cell] = 1;
  Posterior posterior(grid);
  try {
    if (!posterior.compute(view, trusted_mines)) throw InconsistentPosition(explain(posterior));
  } catch (const ComponentTooWide& refusal) {
    throw ComponentTooWide(refusal.what() + std::string("; ") +
                           known_cells_text(posterior.knowledge(), is_trusted));
  }
  Analysis analysis{posterior.cell_risks(), {}, {}, {}};
  const CountedPosition counted{posterior.components(), grid.cell_count(), posterior.outside_count(),
                                posterior.knowledge().mines_left(), posterior.log_layouts()};
  Frontier plain;
  // This precedes any deduction: trusted mines count as known.
  FrontierBuilder(grid).build(FlaggedView(view, is_trusted), plain);
  count_solutions(counted, plain, analysis);
  if (moves == Moves::listed) analysis.moves = moves_in(view, posterior, seed);
  return analysis;
}

namespace {

// Exact ways of components, unless they have too many digits or counting them takes more than a few seconds in total.
class ExactWays {
 public:
  // The ways by extra mines.
  std::optional<std::vector<BigInteger>> of(const CountedComponent& component, double log10_sum) {
    std::vector<BigInteger> ways;
    for (std::size_t extra = 0; extra < component.range(); ++extra) {
      const double count = ratio(component.ways<WideNumber>(extra), WideNumber(1));
      // Sums of whole numbers below 2^53 are exact in doubles.
      constexpr double kExact = 9007199254740992.0;
      if (!(count < kExact)) return count_again(component, log10_sum);
      ways.emplace_back(static_cast<std::uint64_t>(count));
    }
    return ways;
  }

 private:
  std::optional<std::vector<BigInteger>> count_again(const CountedComponent& component, double log10_sum) {
    // An addition of big integers takes some tens of nanoseconds, plus about one per word.
    constexpr double kMostWork = 2.5e9;
    constexpr double kDigitsPerWord = 19.3;
    work_ += static_cast<double>(component.entry_count()) * (100 + 2 * log10_sum / kDigitsPerWord);
    if (log10_sum > Count::kMostDigits || work_ > kMostWork) return std::nullopt;
    eliminator_.count_only(component.component());
    return eliminator_.counts().counts;
  }

  double work_ = 0;  // in nanoseconds, about
  Eliminator<BigInteger> eliminator_;
};

bool is_short(double log10) { return log10 < Count::kMostDigits; }

}  // namespace

void count_solutions(const CountedPosition& position, const Frontier& plain, Analysis& analysis) {
  analysis.components = list_components(plain);
  std::vector<std::uint32_t> plain_component_of(position.cell_count);
  for (std::uint32_t index = 0; index < plain.component_count(); ++index)
    for (const sim::Cell cell : plain.cells_of(plain.component(index))) plain_component_of[cell] = index;

  std::vector<std::optional<BigInteger>> solutions(plain.component_count(), 1);
  ExactWays exact_ways;
  ExactLayouts exact_layouts;
  bool is_exact = true;
  std::int64_t fewest = 0;
  for (const CountedComponent* component : position.components) {
    const std::uint32_t index = plain_component_of[component->cells().front()];
    ComponentAnalysis& owner = analysis.components[index];
    fewest += component->min_mines();
    owner.width = std::max(owner.width, component->width());
    WideNumber sum;
    for (std::size_t extra = 0; extra < component->range(); ++extra)
      sum += component->ways<WideNumber>(extra);
    const auto log10_sum = static_cast<double>(log_of(sum) / std::numbers::ln10_v<long double>);
    owner.solutions.log10 += log10_sum;

    std::optional<std::vector<BigInteger>> ways = exact_ways.of(*component, log10_sum);
    if (!ways || !is_short(owner.solutions.log10))
      solutions[index].reset();
    else if (solutions[index])
      *solutions[index] *= std::accumulate(ways->begin(), ways->end(), BigInteger(0));
    is_exact = is_exact && ways;
    if (is_exact) exact_layouts.add_component(std::move(*ways));
  }
  for (std::size_t index = 0; index < solutions.size(); ++index)
    if (solutions[index]) analysis.components[index].solutions.exact = solutions[index]->str();

  analysis.solutions.log10 = std::max(0.0, position.log_layouts / std::numbers::ln10);
  if (!is_exact || !is_short(analysis.solutions.log10)) return;
  if (!position.mines_left) {
    BigInteger layouts = BigInteger(1) << position.outside_count;
    for (const std::optional<BigInteger>& of_component : solutions) layouts *= *of_component;
    analysis.solutions.exact = layouts.str();
    return;
  }
  const std::optional<BigInteger> layouts =
      exact_layouts.count(position.outside_count, *position.mines_left - fewest);
  if (layouts) analysis.solutions.exact = layouts->str();
}

}  // namespace sapper::solvers
