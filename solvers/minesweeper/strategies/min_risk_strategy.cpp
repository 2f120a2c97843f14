// `min_risk`: the local rules, then every certain cell, then a cell of lowest exact P(mine). Ties (to 1e-9) are broken
// uniformly at random.
#include "solvers/minesweeper/posterior/lowest_risk.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

template <class Boards>
class MinRiskStrategy final : public DeducingStrategyOf<Boards> {
 public:
  using DeducingStrategyOf<Boards>::DeducingStrategyOf;

 private:
  void guess(typename Boards::Digs& digs) override {
    const typename Boards::Posterior& posterior = this->reasoner().posterior();
    lowest_.find(posterior);
    const sim::Cell cell = lowest_.pick(this->random());
    digs.moves.push_back({.cell = cell,
                          .kind = MoveKind::guess,
                          .p_mine = posterior.p_mine(cell),
                          .lowest_p_mine = posterior.lowest_risk()});
  }

  LowestRiskOf<typename Boards::Posterior> lowest_;
};

}  // namespace

StrategyEntry min_risk_strategy() {
  return {.name = "min_risk",
          .description = "rules, csp, then a cell of lowest exact P(mine), ties at random",
          .make = make_strategy<MinRiskStrategy<OnGrids>>,
          .is_default = true,
          .advice_rank = 1,
          .make_on_graph = make_graph_strategy<MinRiskStrategy<OnGraphs>>};
}

}  // namespace sapper::solvers
