#include "solvers/minesweeper/strategies/rules_strategy.hpp"

#include "solvers/minesweeper/choice/reasoner.hpp"

namespace sapper::solvers {
namespace {

class RulesStrategy final : public Strategy {
 public:
  explicit RulesStrategy(const sim::Grid& grid) : reasoner_(grid, telemetry()) {}

  void begin(const sim::View& view, sim::Stream& random) override {
    reasoner_.begin(view);
    random_ = &random;
  }

  void plan(std::span<const sim::CellBlock> shown, Digs& digs) override {
    if (!reasoner_.plan_by_rules(shown, digs)) reasoner_.guess_uniformly(*random_, digs);
  }

 private:
  Reasoner reasoner_;
  sim::Stream* random_ = nullptr;
};

}  // namespace

std::unique_ptr<Strategy> make_rules_strategy(const sim::GameRules& rules, const Settings&) {
  return std::make_unique<RulesStrategy>(*rules.grid);
}

}  // namespace sapper::solvers
