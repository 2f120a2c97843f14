// `csp`: the local rules, then every cell on which all consistent layouts agree, mine count included; when stuck, a
// uniformly random hidden cell not known to be a mine. Where the layouts cannot be counted, it digs what is certain by the
// numbers alone.
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

class CspStrategy final : public DeducingStrategy {
 public:
  using DeducingStrategy::DeducingStrategy;

 private:
  bool plan_certain(Digs& digs) override {
    try {
      return DeducingStrategy::plan_certain(digs);
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
      .make = make_strategy<CspStrategy>};
}

}  // namespace sapper::solvers
