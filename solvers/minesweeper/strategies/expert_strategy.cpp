#include "solvers/minesweeper/strategies/expert_strategy.hpp"

#include "solvers/minesweeper/endgame/endgame.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"
#include "solvers/minesweeper/strategies/look_ahead.hpp"
#include "solvers/minesweeper/strategies/playouts.hpp"

namespace sapper::solvers {
namespace {

class ExpertStrategy final : public DeducingStrategy {
 public:
  ExpertStrategy(const sim::GameRules& rules, const Settings& settings)
      : DeducingStrategy(*rules.grid),
        // Where the mines move, what a dig tells is gone before the next one.
        is_moving_(rules.motion == sim::MineMotion::moving),
        endgame_layouts_(static_cast<std::uint32_t>(settings.whole("endgame_layouts"))),
        effort_(static_cast<std::size_t>(settings.whole("effort"))),
        playout_layouts_(static_cast<std::uint32_t>(settings.whole("playout_layouts"))),
        late_(settings.number("late")),
        posterior_(*rules.grid),
        endgame_(*rules.grid),
        look_ahead_(*rules.grid),
        playouts_(*rules.grid) {}

  void plan(std::span<const sim::Cell> shown, std::vector<Move>& digs) override {
    if (plan_by_rules(shown, digs) || plan_by_posterior(posterior_, digs)) return;
    settle(posterior_);
    telemetry().phases.enter(Phase::choice);
    const sim::Cell cell = choose();
    digs.push_back({cell, MoveKind::guess, posterior_.p_mine(cell)});
  }

 private:
  sim::Cell choose() {
    if (is_moving_) return rule_.choose(posterior_);
    if (endgame_.solve(posterior_, endgame_layouts_)) return endgame_.best_cell();
    const PlayoutLimits limits = limits_here();
    if (limits.most_layouts == 0) return look_ahead_.judge(posterior_, 0).front().cell;
    const auto candidates = look_ahead_.judge(posterior_, limits.width);
    if (candidates.size() == 1) return candidates.front().cell;
    return playouts_.choose(posterior_, candidates, limits, random());
  }

  PlayoutLimits limits_here() const {
    constexpr std::array<std::uint32_t, 4> kLayouts{0, 100, 100, 400};  // by effort
    PlayoutLimits limits;
    limits.most_layouts = kLayouts[effort_];
    if (effort_ > 0 && playout_layouts_ > 0) limits.most_layouts = playout_layouts_;
    if (effort_ == 1 && posterior_.log_layouts() > late_) limits.most_layouts = 0;
    return limits;
  }

  bool is_moving_;
  std::uint32_t endgame_layouts_;
  std::size_t effort_;
  std::uint32_t playout_layouts_;
  double late_;
  Posterior posterior_;
  Endgame endgame_;
  LookAhead look_ahead_;
  InformedRule rule_;
  Playouts playouts_;
};

}  // namespace

std::unique_ptr<Strategy> make_expert_strategy(const sim::GameRules& rules, const Settings& settings) {
  return std::make_unique<ExpertStrategy>(rules, settings);
}

}  // namespace sapper::solvers
