// `min_risk`: the local rules, then every certain cell, then a cell of lowest exact P(mine). Ties (to 1e-9) are broken
// uniformly at random.
#include "solvers/minesweeper/posterior/lowest_risk.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

class MinRiskStrategy final : public DeducingStrategy {
 public:
  using DeducingStrategy::DeducingStrategy;

 private:
  void guess(Digs& digs) override {
    const Posterior& posterior = reasoner().posterior();
    lowest_.find(posterior);
    const sim::Cell cell = lowest_.pick(random());
    digs.moves.push_back({.cell = cell,
                          .kind = MoveKind::guess,
                          .p_mine = posterior.p_mine(cell),
                          .lowest_p_mine = posterior.lowest_risk()});
  }

  LowestRisk lowest_;
};

}  // namespace

StrategyEntry min_risk_strategy() {
  return {.name = "min_risk",
          .description = "rules, csp, then a cell of lowest exact P(mine), ties at random",
          .make = make_strategy<MinRiskStrategy>,
          .is_default = true,
          .advice_rank = 1};
}

}  // namespace sapper::solvers
