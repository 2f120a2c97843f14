#include "solvers/minesweeper/strategies/expert_strategy.hpp"

#include "solvers/minesweeper/choice/guess_candidates.hpp"
#include "solvers/minesweeper/choice/look_ahead.hpp"
#include "solvers/minesweeper/choice/playouts.hpp"
#include "solvers/minesweeper/choice/reasoner.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"

namespace sapper::solvers {
namespace {

class ExpertStrategy final : public Strategy {
 public:
  ExpertStrategy(const sim::GameRules& rules, const Settings& settings)
      : reasoner_(*rules.grid, telemetry()),
        // If the mines move, the information from a dig is lost before the next one.
        is_moving_(rules.motion == sim::MineMotion::moving),
        endgame_layouts_(static_cast<std::uint32_t>(settings.whole("endgame_layouts"))),
        effort_(static_cast<std::size_t>(settings.whole("effort"))),
        playout_layouts_(static_cast<std::uint32_t>(settings.whole("playout_layouts"))),
        late_(settings.number("late")),
        endgame_(*rules.grid, rules.first_click),
        look_ahead_(*rules.grid),
        rule_(*rules.grid),
        playouts_(*rules.grid) {}

  void begin(const sim::View& view, sim::Stream& random) override {
    reasoner_.begin(view);
    random_ = &random;
  }

  void plan(std::span<const sim::CellBlock> shown, Digs& digs) override {
    explanation_ = {};
    basis_ = Basis::other;
    if (reasoner_.plan_by_rules(shown, digs) || reasoner_.plan_by_posterior(digs)) return;
    reasoner_.settle();
    telemetry().phases.enter(Phase::choice);
    const sim::Cell cell = choose();
    digs.moves.push_back({cell, MoveKind::guess, reasoner_.posterior().p_mine(cell)});
  }

  Explanation explain() override {
    if (basis_ == Basis::endgame) list_endgame(endgame_, candidates_);
    if (basis_ == Basis::rule) rule_.list(reasoner_.posterior(), kMostCandidates, candidates_);
    if (basis_ != Basis::other) explanation_.candidates = candidates_;
    return explanation_;
  }

 private:
  // How the last guess was chosen, for listing its candidates on demand.
  enum class Basis : std::uint8_t { other, endgame, rule };

  sim::Cell choose() {
    Posterior& posterior = reasoner_.posterior();
    if (is_moving_) {
      basis_ = Basis::rule;
      explanation_.why = "lowest rank near the lowest risk: low risk, likely to be informative";
      return rule_.choose(posterior);
    }
    if (endgame_.solve(posterior, endgame_layouts_)) {
      explanation_ = {"exact best play over all layouts left", endgame_.win_probability(), {}};
      basis_ = Basis::endgame;
      return endgame_.best_cell();
    }
    const bool is_near = posterior.log_layouts() <= kNearLogLayouts;
    const PlayoutLimits limits = limits_here(is_near);
    const auto candidates = look_ahead_.judge(posterior, reach_here(limits, is_near));
    explanation_ = {"probability of surviving this guess and the next", std::nullopt, candidates};
    if (limits.max_layouts == 0 || candidates.size() == 1) return candidates.front().cell;
    const auto judged = playouts_.choose(posterior, candidates, limits, *random_);
    explanation_ = {"win probability, from play-outs", judged.front().value, judged};
    return judged.front().cell;
  }

  // Near the end play-outs are short and vary least, a better choice gains most, and two-step values are less
  // informative: there are more play-outs, candidates are kept longer, and riskier ones are included. Before the first
  // opening cells differ too little for play-outs to distinguish them. All fitted on Expert boards.
  PlayoutLimits limits_here(bool is_near) const {
    struct Layouts {
      std::uint32_t near, far;
    };
    constexpr std::array<Layouts, 4> kLayouts{{{0, 0}, {200, 100}, {300, 200}, {400, 400}}};  // by effort
    PlayoutLimits limits;
    limits.max_candidates = is_wide(is_near) ? 16 : 12;
    if (is_near) limits.prior = {.share = 0.2, .deviation = 0.025};
    limits.min_loss = effort_ == 3 ? 0.0007 : is_near ? 0.001 : 0.0015;
    limits.max_layouts = is_near ? kLayouts[effort_].near : kLayouts[effort_].far;
    if (effort_ > 0 && playout_layouts_ > 0) limits.max_layouts = playout_layouts_;
    if ((effort_ == 1 && reasoner_.posterior().log_layouts() > late_) ||
        is_before_first_opening(reasoner_.knowledge().view()))
      limits.max_layouts = 0;
    return limits;
  }

  bool is_wide(bool is_near) const { return is_near || effort_ > 1; }

  LookAhead::Reach reach_here(const PlayoutLimits& limits, bool is_near) const {
    LookAhead::Reach reach;
    if (limits.max_layouts == 0) return reach;
    if (is_wide(is_near)) return {.margin = 0.15, .max_frontier = 16, .max_away = 3, .width = 0.10};
    reach.width = 0.06;
    return reach;
  }

  static constexpr double kNearLogLayouts = 20;

  Reasoner reasoner_;
  sim::Stream* random_ = nullptr;
  bool is_moving_;
  std::uint32_t endgame_layouts_;
  std::size_t effort_;
  std::uint32_t playout_layouts_;
  double late_;
  Endgame endgame_;
  LookAhead look_ahead_;
  InformedRule rule_;
  Playouts playouts_;
  Explanation explanation_;
  Basis basis_ = Basis::other;
  std::vector<Explanation::Candidate> candidates_;  // of explain()
};

}  // namespace

std::unique_ptr<Strategy> make_expert_strategy(const sim::GameRules& rules, const Settings& settings) {
  return std::make_unique<ExpertStrategy>(rules, settings);
}

}  // namespace sapper::solvers
