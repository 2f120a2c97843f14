#include "solvers/minesweeper/strategies/progress_strategy.hpp"

#include "solvers/minesweeper/choice/guess_candidates.hpp"
#include "solvers/minesweeper/choice/informed_rule.hpp"
#include "solvers/minesweeper/choice/reasoner.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"

namespace sapper::solvers {
namespace {

class ProgressStrategy final : public Strategy {
 public:
  ProgressStrategy(const sim::GameRules& rules, const Settings& settings)
      : reasoner_(*rules.grid, telemetry()),
        endgame_layouts_(
            // If the mines move, the information from a dig is lost before the next one.
            rules.motion == sim::MineMotion::moving
                ? 0
                : static_cast<std::uint32_t>(settings.whole("endgame_layouts"))),
        rule_(*rules.grid),
        endgame_(*rules.grid, rules.first_click) {}

  void begin(const sim::View& view, sim::Stream&) override { reasoner_.begin(view); }

  void plan(std::span<const sim::CellBlock> shown, Digs& digs) override {
    explanation_ = {};
    basis_ = Basis::none;
    if (reasoner_.plan_by_rules(shown, digs) || reasoner_.plan_by_posterior(digs)) return;
    reasoner_.settle();
    telemetry().phases.enter(Phase::choice);
    const sim::Cell cell = choose();
    digs.moves.push_back({cell, MoveKind::guess, reasoner_.posterior().p_mine(cell)});
  }

  Explanation explain() override {
    if (basis_ == Basis::endgame) list_endgame(endgame_, candidates_);
    if (basis_ == Basis::rule) rule_.list(reasoner_.posterior(), kMostCandidates, candidates_);
    if (basis_ != Basis::none) explanation_.candidates = candidates_;
    return explanation_;
  }

 private:
  // How the last guess was chosen.
  enum class Basis : std::uint8_t { none, endgame, rule };

  sim::Cell choose() {
    const Posterior& posterior = reasoner_.posterior();
    if (endgame_.solve(posterior, endgame_layouts_)) {
      explanation_ = {"exact best play over all layouts left", endgame_.win_probability(), {}};
      basis_ = Basis::endgame;
      return endgame_.best_cell();
    }
    basis_ = Basis::rule;
    explanation_.why = "lowest rank near the lowest risk: low risk, likely to be informative";
    return rule_.choose(posterior);
  }

  Reasoner reasoner_;
  std::uint32_t endgame_layouts_;
  InformedRule rule_;
  Explanation explanation_;
  Basis basis_ = Basis::none;
  std::vector<Explanation::Candidate> candidates_;  // of explain()
  Endgame endgame_;
};

}  // namespace

std::unique_ptr<Strategy> make_progress_strategy(const sim::GameRules& rules, const Settings& settings) {
  return std::make_unique<ProgressStrategy>(rules, settings);
}

}  // namespace sapper::solvers
