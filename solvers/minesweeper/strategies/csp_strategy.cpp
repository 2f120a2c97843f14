// `csp`: the local rules, then every cell on which all consistent layouts agree, mine count included; when stuck, a
// uniformly random hidden cell not known to be a mine.
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {

StrategyEntry csp_strategy() {
  return {
      .name = "csp",
      .description =
          "the local rules, then every cell that all consistent layouts agree on; when stuck, a random cell",
      .make = make_strategy<DeducingStrategy>};
}

}  // namespace sapper::solvers
