// `sat`: the play of `csp` by another method. The local rules, then every cell on which all consistent layouts agree,
// mine count included, found by a SAT solver (sat_deduction.hpp); when stuck, a uniformly random hidden cell not known
// to be a mine. If the mines do not move it plays exactly as `csp` does, guess for guess, some ten times slower: a
// cross-check, not a fast method.
#include <stdexcept>

#include "solvers/minesweeper/deduction/sat_deduction.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

// On larger boards, where the mine count is tight, positions of thousands of cells take seconds each.
constexpr std::uint32_t kMostCells = 1024;

class SatStrategy final : public DeducingStrategy {
 public:
  SatStrategy(const sim::GameRules& rules, const Settings& settings)
      : DeducingStrategy(rules, settings), deduction_(*rules.grid) {}

 private:
  bool plan_certain(Digs& digs) override {
    telemetry().phases.enter(Phase::solving);
    if (!deduction_.compute(reasoner().knowledge()))
      throw std::logic_error("the shown numbers and the mine count contradict one another");
    return reasoner().plan_by_certainty(deduction_.safe(), deduction_.mines(), digs);
  }

  SatDeduction deduction_;
};

std::optional<std::string> sat_refusal(const sim::GameRules& rules, const Settings&) {
  const std::uint32_t cells = rules.grid->cell_count();
  if (cells <= kMostCells) return std::nullopt;
  return "it has " + std::to_string(cells) + " cells; at most " + std::to_string(kMostCells) +
         " are practical for a SAT solver (csp plays the same)";
}

}  // namespace

StrategyEntry sat_strategy() {
  return {.name = "sat",
          .description = "as csp, by a SAT solver instead of counting: a cross-check, slow",
          .make = make_strategy<SatStrategy>,
          .refusal = sat_refusal};
}

}  // namespace sapper::solvers
