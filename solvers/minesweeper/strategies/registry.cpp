#include "solvers/minesweeper/strategies/registry.hpp"

#include <array>

#include "solvers/minesweeper/strategies/csp_strategy.hpp"
#include "solvers/minesweeper/strategies/expert_strategy.hpp"
#include "solvers/minesweeper/strategies/external_strategy.hpp"
#include "solvers/minesweeper/strategies/min_risk_strategy.hpp"
#include "solvers/minesweeper/strategies/optimal_strategy.hpp"
#include "solvers/minesweeper/strategies/pinv_strategy.hpp"
#include "solvers/minesweeper/strategies/progress_strategy.hpp"
#include "solvers/minesweeper/strategies/pseq_strategy.hpp"
#include "solvers/minesweeper/strategies/random_strategy.hpp"
#include "solvers/minesweeper/strategies/rules_strategy.hpp"
#include "solvers/minesweeper/strategies/sat_strategy.hpp"

namespace sapper::solvers {
namespace {

constexpr std::array kStrategies{
    StrategyEntry{"random", "a uniformly random hidden cell", make_random_strategy},
    StrategyEntry{"rules", "the two local rules; when stuck, a random hidden cell not known to be a mine",
                  make_rules_strategy},
    StrategyEntry{"csp",
                  "rules, then every cell that all consistent layouts agree on; when stuck, random as above",
                  make_csp_strategy},
    StrategyEntry{"sat",
                  "as csp, by a SAT solver instead of counting: a cross-check, slow",
                  make_sat_strategy,
                  {},
                  sat_refusal},
    StrategyEntry{"min_risk", "rules, csp, then a cell of lowest exact P(mine), ties at random",
                  make_min_risk_strategy},
    StrategyEntry{"pseq",
                  "as min_risk, ties by the safe cells that may follow, then by entropy (Tu et al. 2017)",
                  make_pseq_strategy, kPseqParameters},
    StrategyEntry{"progress",
                  "as min_risk, but also values a cell's information, and solves the end of the game exactly",
                  make_progress_strategy, kProgressParameters},
    StrategyEntry{"expert", "the strongest: looks ahead and, depending on its effort, plays candidates out",
                  make_expert_strategy, kExpertParameters},
    StrategyEntry{"pinv", "the pseudo-inverse bot: minimum-norm least squares, flag at >= 0.99, dig at <= 0",
                  make_pinv_strategy},
    StrategyEntry{"optimal", "exact best play, on boards small enough to solve; others are refused",
                  make_optimal_strategy, kOptimalParameters, optimal_refusal},
    StrategyEntry{"external", "your own program, over JSON lines; see data/players/PROTOCOL.md",
                  make_external_strategy, kExternalParameters, external_refusal, true},
};

}  // namespace

std::span<const StrategyEntry> strategies() { return kStrategies; }

const StrategyEntry* find_strategy(std::string_view name) {
  for (const StrategyEntry& entry : kStrategies)
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace sapper::solvers
