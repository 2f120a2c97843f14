#include "solvers/minesweeper/strategies/progress_strategy.hpp"

#include "solvers/minesweeper/endgame/endgame.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"
#include "solvers/minesweeper/strategies/informed_rule.hpp"

namespace sapper::solvers {
namespace {

class ProgressStrategy final : public DeducingStrategy {
 public:
  ProgressStrategy(const sim::GameRules& rules, const Settings& settings)
      : DeducingStrategy(*rules.grid),
        endgame_layouts_(
            // Where the mines move, what a dig tells is gone before the next one.
            rules.motion == sim::MineMotion::moving
                ? 0
                : static_cast<std::uint32_t>(settings.whole("endgame_layouts"))),
        posterior_(*rules.grid),
        endgame_(*rules.grid, rules.first_click) {}

  void plan(std::span<const sim::Cell> shown, std::vector<Move>& digs) override {
    explanation_ = {};
    if (plan_by_rules(shown, digs) || plan_by_posterior(posterior_, digs)) return;
    settle(posterior_);
    telemetry().phases.enter(Phase::choice);
    const sim::Cell cell = choose();
    digs.push_back({cell, MoveKind::guess, posterior_.p_mine(cell)});
  }

  Explanation explain() const override { return explanation_; }

 private:
  sim::Cell choose() {
    if (endgame_.solve(posterior_, endgame_layouts_)) {
      explanation_ = {"exact best play over all layouts left", endgame_.win_probability(), {}};
      return endgame_.best_cell();
    }
    explanation_.why = "lowest rank near the lowest risk: low risk, likely to tell more";
    return rule_.choose(posterior_);
  }

  std::uint32_t endgame_layouts_;
  InformedRule rule_;
  Explanation explanation_;
  Posterior posterior_;
  Endgame endgame_;
};

}  // namespace

std::unique_ptr<Strategy> make_progress_strategy(const sim::GameRules& rules, const Settings& settings) {
  return std::make_unique<ProgressStrategy>(rules, settings);
}

}  // namespace sapper::solvers
