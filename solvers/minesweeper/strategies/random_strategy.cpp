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

class RandomOnGraph final : public GraphStrategy {
 public:
  RandomOnGraph(const sim::GraphGameRules&, const Settings&) {}

  void begin(const sim::GraphPosition& view, sim::Stream& random) override {
    view_ = &view;
    random_ = &random;
    hidden_count_ = view.hidden_count();
  }

  void plan(std::span<const sim::Cell> shown, GraphDigs& digs) override {
    telemetry().phases.enter(Phase::choice);
    hidden_count_ -= static_cast<std::uint32_t>(shown.size());
    digs.moves.push_back(draw_guess(
        *view_->graph, [this](sim::Cell cell) { return view_->is_hidden(cell); }, hidden_count_,
        view_->mine_count(), *random_));
  }

 private:
  const sim::GraphPosition* view_ = nullptr;
  sim::Stream* random_ = nullptr;
  std::uint32_t hidden_count_ = 0;
};

}  // namespace

StrategyEntry random_strategy() {
  return {.name = "random",
          .description = "a uniformly random hidden cell",
          .make = make_strategy<RandomStrategy>,
          .make_on_graph = make_graph_strategy<RandomOnGraph>};
}

}  // namespace sapper::solvers
