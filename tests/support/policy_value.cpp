#include "tests/support/policy_value.hpp"

#include <bit>
#include <map>
#include <string>

#include "tests/support/naive_rules.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::View;

std::string key_of(const View& view) {
  const std::vector<std::uint8_t> cells = sim::cells_of(view);
  return {cells.begin(), cells.end()};
}

class Evaluation {
 public:
  Evaluation(const sim::Grid& grid, std::uint32_t mine_count, Policy policy)
      : grid_(grid), mine_count_(mine_count), policy_(policy) {}

  double win_probability() { return value(0, consistent_layouts(View(grid_, mine_count_))); }

 private:
  // Of the shown cells, bit i: cell i.
  View view_of(std::uint64_t shown, std::uint64_t layout) const {
    View view(grid_, mine_count_);
    for (Cell cell = 0; cell < grid_.cell_count(); ++cell)
      if ((shown >> cell & 1) != 0) view.show(cell, number_in(layout, grid_, cell));
    return view;
  }

  // The probability to win from the position that `layouts`, all those consistent with it, have in common.
  double value(std::uint64_t shown, const Layouts& layouts) {
    if (grid_.cell_count() - static_cast<std::uint32_t>(std::popcount(shown)) == mine_count_) return 1;
    const View view = view_of(shown, layouts.front());
    const std::string key = key_of(view);
    if (const auto known = values_.find(key); known != values_.end()) return known->second;

    const Turn turn = policy_(view, count_layouts(view));
    double sum = 0;
    if (turn.is_certain) {
      sum = value_after(turn.cells, shown, layouts);
    } else {
      for (const Cell cell : turn.cells) sum += value_after({cell}, shown, layouts);
      sum /= static_cast<double>(turn.cells.size());
    }
    return values_[key] = sum;
  }

  // The same, once the cells are dug.
  double value_after(const std::vector<Cell>& cells, std::uint64_t shown, const Layouts& layouts) {
    struct Outcome {
      std::uint64_t shown = 0;
      Layouts layouts;
    };
    std::map<std::string, Outcome> outcomes;
    for (const std::uint64_t layout : layouts) {
      std::uint64_t shown_then = shown;
      bool is_lost = false;
      for (const Cell cell : cells) {
        is_lost = is_lost || has_mine(layout, cell);
        shown_then = shown_after(cell, shown_then, layout, grid_);
      }
      if (is_lost) continue;
      const View view = view_of(shown_then, layout);
      Outcome& outcome = outcomes[key_of(view)];
      outcome.shown = shown_then;
      outcome.layouts.push_back(layout);
    }
    double sum = 0;
    for (const auto& [key, outcome] : outcomes)
      sum += value(outcome.shown, outcome.layouts) * static_cast<double>(outcome.layouts.size());
    return sum / static_cast<double>(layouts.size());
  }

  const sim::Grid& grid_;
  std::uint32_t mine_count_;
  Policy policy_;
  std::map<std::string, double> values_;  // by the cells of the view
};

}  // namespace

Turn random_policy(const View& view, const LayoutCounts&) { return {hidden_cells_without(view, {}), false}; }

Turn rules_policy(const View& view, const LayoutCounts&) {
  const KnownCells known = known_by_rules(view);
  if (!known.safe.empty()) return {known.safe, true};
  return {hidden_cells_without(view, known.mine), false};
}

Turn csp_policy(const View& view, const LayoutCounts& counts) {
  const KnownCells known = known_by_layouts(view, counts);
  if (!known.safe.empty()) return {known.safe, true};
  return {hidden_cells_without(view, known.mine), false};
}

Turn min_risk_policy(const View& view, const LayoutCounts& counts) {
  const KnownCells known = known_by_layouts(view, counts);
  if (!known.safe.empty()) return {known.safe, true};
  return {cells_of_least_risk(view, counts), false};
}

double exact_win_probability(const sim::Grid& grid, std::uint32_t mine_count, Policy policy) {
  return Evaluation(grid, mine_count, policy).win_probability();
}

}  // namespace sapper::tests
