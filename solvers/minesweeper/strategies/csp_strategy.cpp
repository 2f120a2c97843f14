// `csp`: the local rules, then every cell on which all consistent layouts agree, mine count included; when stuck, a
// uniformly random hidden cell not known to be a mine. Where the layouts cannot be counted, it digs what is certain by the
// numbers alone.
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

template <class Boards>
class CspStrategy final : public DeducingStrategyOf<Boards> {
 public:
  using DeducingStrategyOf<Boards>::DeducingStrategyOf;

 private:
  bool plan_certain(typename Boards::Digs& digs) override {
    try {
      return DeducingStrategyOf<Boards>::plan_certain(digs);
    } catch (const ComponentTooWide&) {
      return false;
    }
  }
};

}  // namespace

StrategyEntry csp_strategy() {
  return {
      .name = "csp",
      .description =
          "the local rules, then every cell that all consistent layouts agree on; when stuck, a random cell",
      .make = make_strategy<CspStrategy<OnGrids>>,
      .make_on_graph = make_graph_strategy<CspStrategy<OnGraphs>>};
}

}  // namespace sapper::solvers
