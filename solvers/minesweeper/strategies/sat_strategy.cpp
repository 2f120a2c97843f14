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

template <class Boards>
class SatStrategy final : public DeducingStrategyOf<Boards> {
 public:
  SatStrategy(const typename Boards::GameRules& rules, const Settings& settings)
      : DeducingStrategyOf<Boards>(rules, settings), deduction_(rules.board()) {}

 private:
  bool plan_certain(typename Boards::Digs& digs) override {
    this->telemetry().phases.enter(Phase::solving);
    if (!deduction_.compute(this->reasoner().knowledge()))
      throw std::logic_error("the shown numbers and the mine count contradict one another");
    return this->reasoner().plan_by_certainty(deduction_.safe(), deduction_.mines(), digs);
  }

  SatDeduction deduction_;
};

template <class Boards>
std::optional<std::string> sat_refusal(const typename Boards::GameRules& rules, const Settings&) {
  const std::uint32_t cells = rules.board().cell_count();
  if (cells <= kMostCells) return std::nullopt;
  return "it has " + std::to_string(cells) + " cells; at most " + std::to_string(kMostCells) +
         " are practical for a SAT solver (csp plays the same)";
}

}  // namespace

StrategyEntry sat_strategy() {
  return {.name = "sat",
          .description = "as csp, by a SAT solver instead of counting: a cross-check, slow",
          .make = make_strategy<SatStrategy<OnGrids>>,
          .refusal = sat_refusal<OnGrids>,
          .make_on_graph = make_graph_strategy<SatStrategy<OnGraphs>>,
          .refusal_on_graph = sat_refusal<OnGraphs>};
}

}  // namespace sapper::solvers
