#include "solvers/minesweeper/strategies/min_risk_strategy.hpp"

#include "solvers/minesweeper/posterior/lowest_risk.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

class MinRiskStrategy final : public DeducingStrategy {
 public:
  explicit MinRiskStrategy(const sim::Grid& grid) : DeducingStrategy(grid), posterior_(grid) {}

  void plan(std::span<const sim::Cell> shown, std::vector<Move>& digs) override {
    if (plan_by_rules(shown, digs) || plan_by_posterior(posterior_, digs)) return;
    lowest_.find(posterior_);
    const sim::Cell cell = lowest_.pick(random());
    digs.push_back({cell, MoveKind::guess, lowest_.risk_of(cell)});
  }

 private:
  Posterior posterior_;
  LowestRisk lowest_;
};

}  // namespace

std::unique_ptr<Strategy> make_min_risk_strategy(const sim::GameRules& rules, const Settings&) {
  return std::make_unique<MinRiskStrategy>(*rules.grid);
}

}  // namespace sapper::solvers
