// `rules`: the two local rules to a fixed point; when stuck, a uniformly random hidden cell not known to be a
// mine.
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

class RulesStrategy final : public DeducingStrategy {
 public:
  using DeducingStrategy::DeducingStrategy;

 private:
  bool plan_certain(Digs&) override { return false; }
};

}  // namespace

StrategyEntry rules_strategy() {
  return {.name = "rules",
          .description = "the two local rules; when stuck, a random hidden cell not known to be a mine",
          .make = make_strategy<RulesStrategy>};
}

}  // namespace sapper::solvers
