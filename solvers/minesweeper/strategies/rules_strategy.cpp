// `rules`: the two local rules to a fixed point; when stuck, a uniformly random hidden cell not known to be a
// mine.
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

template <class Boards>
class RulesStrategy final : public DeducingStrategyOf<Boards> {
 public:
  using DeducingStrategyOf<Boards>::DeducingStrategyOf;

 private:
  bool plan_certain(typename Boards::Digs&) override { return false; }
};

}  // namespace

StrategyEntry rules_strategy() {
  return {.name = "rules",
          .description = "the two local rules; when stuck, a random hidden cell not known to be a mine",
          .make = make_strategy<RulesStrategy<OnGrids>>,
          .make_on_graph = make_graph_strategy<RulesStrategy<OnGraphs>>};
}

}  // namespace sapper::solvers
