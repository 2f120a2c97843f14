#include "solvers/minesweeper/strategies/min_risk_strategy.hpp"

#include "solvers/minesweeper/choice/reasoner.hpp"
#include "solvers/minesweeper/posterior/lowest_risk.hpp"

namespace sapper::solvers {
namespace {

class MinRiskStrategy final : public Strategy {
 public:
  explicit MinRiskStrategy(const sim::Grid& grid) : reasoner_(grid, telemetry()) {}

  void begin(const sim::View& view, sim::Stream& random) override {
    reasoner_.begin(view);
    random_ = &random;
  }

  void plan(std::span<const sim::CellBlock> shown, Digs& digs) override {
    if (reasoner_.plan_by_rules(shown, digs) || reasoner_.plan_by_posterior(digs)) return;
    lowest_.find(reasoner_.posterior());
    const sim::Cell cell = lowest_.pick(*random_);
    digs.moves.push_back({cell, MoveKind::guess, lowest_.risk_of(cell)});
  }

 private:
  Reasoner reasoner_;
  sim::Stream* random_ = nullptr;
  LowestRisk lowest_;
};

}  // namespace

std::unique_ptr<Strategy> make_min_risk_strategy(const sim::GameRules& rules, const Settings&) {
  return std::make_unique<MinRiskStrategy>(*rules.grid);
}

}  // namespace sapper::solvers
