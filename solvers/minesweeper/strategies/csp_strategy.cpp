#include "solvers/minesweeper/strategies/csp_strategy.hpp"

#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

class CspStrategy final : public DeducingStrategy {
 public:
  explicit CspStrategy(const sim::Grid& grid) : DeducingStrategy(grid), posterior_(grid) {}

  void plan(std::span<const sim::Cell> shown, std::vector<Move>& digs) override {
    if (plan_by_rules(shown, digs) || plan_by_posterior(posterior_, digs)) return;
    guess_uniformly(digs);
  }

 private:
  Posterior posterior_;
};

}  // namespace

std::unique_ptr<Strategy> make_csp_strategy(const sim::GameRules& rules, const Settings&) {
  return std::make_unique<CspStrategy>(*rules.grid);
}

}  // namespace sapper::solvers
