#include "solvers/minesweeper/strategies/rules_strategy.hpp"

#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

class RulesStrategy final : public DeducingStrategy {
 public:
  using DeducingStrategy::DeducingStrategy;

  void plan(std::span<const sim::Cell> shown, std::vector<Move>& digs) override {
    if (!plan_by_rules(shown, digs)) guess_uniformly(digs);
  }
};

}  // namespace

std::unique_ptr<Strategy> make_rules_strategy(const sim::GameRules& rules, const Settings&) {
  return std::make_unique<RulesStrategy>(*rules.grid);
}

}  // namespace sapper::solvers
