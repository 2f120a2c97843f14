#include "solvers/minesweeper/strategies/registry.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "sim/support/text.hpp"

namespace sapper::solvers {

// Each at the end of NAME_strategy.cpp.
StrategyEntry random_strategy();
StrategyEntry rules_strategy();
StrategyEntry csp_strategy();
StrategyEntry sat_strategy();
StrategyEntry min_risk_strategy();
StrategyEntry pseq_strategy();
StrategyEntry progress_strategy();
StrategyEntry expert_strategy();
StrategyEntry pinv_strategy();
StrategyEntry optimal_strategy();

std::span<const StrategyEntry> strategies() {
  static const std::array all{random_strategy(),   rules_strategy(),  csp_strategy(),      sat_strategy(),
                              min_risk_strategy(), pseq_strategy(),   progress_strategy(), expert_strategy(),
                              pinv_strategy(),     optimal_strategy()};
  return all;
}

const StrategyEntry* find_strategy(std::string_view name) { return sim::find_named(strategies(), name); }

const StrategyEntry& default_strategy() {
  return *std::ranges::find(strategies(), true, &StrategyEntry::is_default);
}

std::span<const StrategyEntry* const> advisers() {
  static const std::vector<const StrategyEntry*> ranked = [] {
    std::vector<const StrategyEntry*> entries;
    for (const StrategyEntry& entry : strategies())
      if (entry.advice_rank > 0) entries.push_back(&entry);
    std::ranges::sort(entries, std::ranges::greater(), &StrategyEntry::advice_rank);
    return entries;
  }();
  return ranked;
}

}  // namespace sapper::solvers
