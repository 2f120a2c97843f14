// `expert`: the strongest play that stays practical for experiments.
//
// Digs certain cells; solves positions with few layouts exactly (endgame.hpp); otherwise chooses the guess by two-step
// survival (look_ahead.hpp) and, depending on the effort, by play-outs of the best candidates on sampled layouts
// (playouts.hpp): at effort 1 late in the game, from 2 on at every guess, at 4 continued by effort 0's own rule.
// Play-outs increase towards the end, as their gain per time falls steeply with the number of layouts left.
#include <array>

#include "solvers/minesweeper/choice/look_ahead.hpp"
#include "solvers/minesweeper/choice/playouts.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

constexpr std::array kExpertParameters{
    Parameter::whole(
        "effort", 0, 4, 1,
        "0: look-ahead; 1: and play-outs late in the game; 2: from the first opening on; 3: more of them; "
        "4: continued by look-ahead"),
    Parameter::whole("endgame_layouts", 0, 4096, 512,
                     "positions with at most this many layouts left are solved exactly"),
    Parameter::whole("playout_layouts", 0, 100'000, 0,
                     "most layouts on which a guess's candidates are played out; 0: as effort says"),
    Parameter::number("late", 0, 1e6, 120,
                      "effort 1: play-outs where the natural logarithm of the layouts left is at most this"),
};

template <class Boards>
class ExpertStrategy final : public JudgingStrategyOf<Boards> {
 public:
  ExpertStrategy(const typename Boards::GameRules& rules, const Settings& settings)
      : JudgingStrategyOf<Boards>(rules, settings),
        is_moving_(Boards::do_mines_move(rules)),
        effort_(static_cast<std::size_t>(settings.whole("effort"))),
        playout_layouts_(static_cast<std::uint32_t>(settings.whole("playout_layouts"))),
        late_(settings.number("late")),
        look_ahead_(rules.board()),
        rule_(rules.board()),
        playouts_(rules.board(), effort_ == 4 ? PlayoutRule::expert : PlayoutRule::progress,
                  effort_ == 4 ? kQuickEndgameLayouts : usual_endgame_layouts(PlayoutRule::progress)) {}

 private:
  using CandidateLimits = typename LookAheadOf<Boards>::CandidateLimits;

  sim::Cell choose() override {
    if (is_moving_) {
      this->explanation_.why = InformedRuleOf<Boards>::kReason;
      return rule_.choose(this->posterior());
    }
    const bool is_near = this->posterior().log_layouts() <= kNearLogLayouts;
    const PlayoutLimits limits = limits_here(is_near);
    const auto candidates = look_ahead_.judge(this->posterior(), reach_here(limits, is_near));
    this->explanation_ = {"probability of surviving this guess and the next", std::nullopt, candidates};
    if (limits.max_layouts == 0 || candidates.size() == 1) return candidates.front().cell;
    const auto judged = playouts_.choose(this->posterior(), candidates, limits, this->random());
    if (judged.empty()) return candidates.front().cell;
    this->explanation_ = {"win probability, from play-outs", judged.front().value, judged};
    return judged.front().cell;
  }
  void list_candidates(std::vector<Explanation::Candidate>& candidates) override {
    if (is_moving_) rule_.list(this->posterior(), this->kMostCandidates, candidates);
  }

  // Near the end play-outs are short and vary least, a better choice gains most, and two-step values are less
  // informative: there are more play-outs, candidates are kept longer, and riskier ones are included. Before the first
  // opening cells differ too little for play-outs to distinguish them. All fitted on Expert boards.
  PlayoutLimits limits_here(bool is_near) {
    struct Layouts {
      std::uint32_t near, far;
    };
    // [effort]
    constexpr std::array<Layouts, 5> kLayouts{{{0, 0}, {200, 100}, {300, 200}, {400, 400}, {1600, 1600}}};
    PlayoutLimits limits;
    limits.max_candidates = is_wide(is_near) ? 16 : 12;
    if (is_near) limits.prior = {.share = 0.2, .deviation = 0.025};
    limits.min_loss = effort_ == 4 ? 0.0003 : effort_ == 3 ? 0.0007 : is_near ? 0.001 : 0.0015;
    limits.max_layouts = is_near ? kLayouts[effort_].near : kLayouts[effort_].far;
    if (effort_ > 0 && playout_layouts_ > 0) limits.max_layouts = playout_layouts_;
    if ((effort_ == 1 && this->posterior().log_layouts() > late_) ||
        is_before_first_opening<Boards>(this->reasoner().knowledge()))
      limits.max_layouts = 0;
    return limits;
  }

  bool is_wide(bool is_near) const { return is_near || effort_ > 1; }

  CandidateLimits reach_here(const PlayoutLimits& limits, bool is_near) const {
    CandidateLimits reach;
    if (limits.max_layouts == 0) return reach;
    if (is_wide(is_near)) return {.margin = 0.15, .max_frontier = 16, .max_away = 3, .width = 0.10};
    reach.width = 0.06;
    return reach;
  }

  static constexpr double kNearLogLayouts = 20;

  bool is_moving_;
  std::size_t effort_;
  std::uint32_t playout_layouts_;
  double late_;
  LookAheadOf<Boards> look_ahead_;
  InformedRuleOf<Boards> rule_;
  PlayoutsOf<Boards> playouts_;
};

}  // namespace

StrategyEntry expert_strategy() {
  return {.name = "expert",
          .description = "the strongest: looks ahead and, depending on its effort, plays candidates out",
          .make = make_strategy<ExpertStrategy<OnGrids>>,
          .parameters = kExpertParameters,
          .advice_rank = 3,
          .make_on_graph = make_graph_strategy<ExpertStrategy<OnGraphs>>};
}

}  // namespace sapper::solvers
