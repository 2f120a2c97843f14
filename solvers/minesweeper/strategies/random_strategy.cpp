// `random`: digs a uniformly random hidden cell.
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

class RandomStrategy final : public Strategy {
 public:
  RandomStrategy(const sim::GameRules&, const Settings&) {}

  void begin(const sim::View& view, sim::Stream& random) override {
    view_ = &view;
    random_ = &random;
  }

  void plan(std::span<const sim::CellBlock>, Digs& digs) override {
    telemetry().phases.enter(Phase::choice);
    digs.moves.push_back(
        draw_guess(view_->grid(), view_->hidden(), view_->hidden_count(), view_->mine_count(), *random_));
  }

 private:
  const sim::View* view_ = nullptr;
  sim::Stream* random_ = nullptr;
};

}  // namespace

StrategyEntry random_strategy() {
  return {.name = "random",
          .description = "a uniformly random hidden cell",
          .make = make_strategy<RandomStrategy>};
}

}  // namespace sapper::solvers
