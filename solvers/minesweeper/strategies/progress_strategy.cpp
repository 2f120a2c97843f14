// `progress`: like `min_risk`, but where nothing is certain it solves the position exactly if few layouts are left, and
// otherwise guesses by a cheap rule that also values information (informed_rule.hpp).
#include <array>

#include "solvers/minesweeper/choice/informed_rule.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

constexpr std::array kProgressParameters{
    Parameter::whole("endgame_layouts", 0, 512, 64,
                     "positions with at most this many layouts left are solved exactly"),
    Parameter::number("margin", 0, 0.5, InformedWeights{}.margin,
                      "cells whose risk is so much above the lowest are candidates")
        .added_later(),
    Parameter::number("per_unknown", 0, 0.05, InformedWeights{}.per_unknown,
                      "the rank of a cell on the frontier for each of its unknown neighbours")
        .added_later(),
    Parameter::number("bonus", 0, 0.5, InformedWeights{}.bonus,
                      "off the rank of a cell that may open or bounds unknown cells")
        .added_later(),
    Parameter::number("per_frontier", 0, 0.05, InformedWeights{}.per_frontier,
                      "off the rank of a cell away from the frontier, for each neighbour on it")
        .added_later(),
};

template <class Boards>
class ProgressStrategy final : public JudgingStrategyOf<Boards> {
 public:
  ProgressStrategy(const typename Boards::GameRules& rules, const Settings& settings)
      : JudgingStrategyOf<Boards>(rules, settings),
        rule_(rules.board(), {.margin = settings.number("margin"),
                              .per_unknown = settings.number("per_unknown"),
                              .bonus = settings.number("bonus"),
                              .per_frontier = settings.number("per_frontier")}) {}

 private:
  sim::Cell choose() override {
    this->explanation_.why = InformedRuleOf<Boards>::kReason;
    return rule_.choose(this->posterior());
  }
  void list_candidates(std::vector<Explanation::Candidate>& candidates) override {
    rule_.list(this->posterior(), this->kMostCandidates, candidates);
  }

  InformedRuleOf<Boards> rule_;
};

}  // namespace

StrategyEntry progress_strategy() {
  return {.name = "progress",
          .description =
              "as min_risk, but also values a cell's information, and solves the end of the game exactly",
          .make = make_strategy<ProgressStrategy<OnGrids>>,
          .parameters = kProgressParameters,
          .advice_rank = 2,
          .make_on_graph = make_graph_strategy<ProgressStrategy<OnGraphs>>};
}

}  // namespace sapper::solvers
