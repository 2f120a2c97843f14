// What strategies have in common that deduce: they dig what is certain, and guess only when nothing is.
//
// DeducingStrategyOf, as it is, plays as `csp`: the local rules, then every cell on which all consistent layouts agree; when
// stuck, a uniformly random hidden cell not known to be a mine. A strategy that finds certain cells by other means
// overrides plan_certain(), one that guesses otherwise guess(). JudgingStrategyOf is the base of those that judge the
// cells of a combined posterior.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/minesweeper/choice/reasoner.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::solvers {

// A uniformly random one of the `count` cells in `candidates`, which hold that many mines: the mean of their P(mine) is
// known although the individual values are not.
Move draw_guess(const sim::Grid& grid, const sim::CellPlane& candidates, std::uint32_t count,
                std::int64_t mines, sim::Stream& random);
// Whether a cell is drawn from the whole board until it is a candidate, or from the candidates.
constexpr bool draws_from_all(std::uint32_t cell_count, std::uint32_t candidate_count) {
  return candidate_count >= cell_count / 16;
}
// The same cells by the same draws on a graph. is_candidate(cell): whether it is one of the `count` candidates.
template <class IsCandidate>
Move draw_guess(const sim::Graph& graph, const IsCandidate& is_candidate, std::uint32_t count,
                std::int64_t mines, sim::Stream& random) {
  const auto is_other = [&](sim::Cell cell) { return !is_candidate(cell); };
  const std::uint32_t cells = graph.cell_count();
  sim::Cell chosen = 0;
  if (draws_from_all(cells, count)) {
    do chosen = random.below(cells);
    while (is_other(chosen));
  } else {
    for (std::uint32_t left = random.below(count); is_other(chosen) || left-- > 0;) ++chosen;
  }
  return {chosen, MoveKind::guess, static_cast<double>(mines) / count, false};
}
Move draw_guess(const LocalRules& knowledge, sim::Stream& random);
Move draw_guess(const GraphRules& knowledge, sim::Stream& random);

// Boards: OnGrids or OnGraphs.
template <class Boards>
class DeducingStrategyOf : public Boards::Strategy {
 public:
  using Digs = typename Boards::Digs;

  DeducingStrategyOf(const typename Boards::GameRules& rules, const Settings&)
      : reasoner_(rules.board(), this->telemetry()) {}

  void begin(const typename Boards::View& view, sim::Stream& random) final {
    reasoner_.begin(view);
    random_ = &random;
  }
  void plan(std::span<const typename Boards::Shown> shown, Digs& digs) override {
    if (!reasoner_.plan_by_rules(shown, digs) && !plan_certain(digs)) guess(digs);
  }

 protected:
  // Called where the local rules find nothing; true if there is something to dig.
  virtual bool plan_certain(Digs& digs) { return reasoner_.plan_by_posterior(digs); }
  // Adds the guess; nothing is known to be safe.
  virtual void guess(Digs& digs) {
    this->telemetry().phases.enter(Phase::choice);
    digs.moves.push_back(draw_guess(reasoner_.knowledge(), *random_));
  }

  ReasonerOf<Boards>& reasoner() { return reasoner_; }
  sim::Stream& random() { return *random_; }  // after begin()

 private:
  ReasonerOf<Boards> reasoner_;
  sim::Stream* random_ = nullptr;
};

// Solves a position exactly if it has few layouts left (the setting `endgame_layouts`), unless the mines move, as the
// information from a dig is lost then before the next one. Otherwise the strategy chooses by its own criterion.
template <class Boards>
class JudgingStrategyOf : public DeducingStrategyOf<Boards> {
 public:
  using Digs = typename Boards::Digs;
  using Posterior = typename Boards::Posterior;

  JudgingStrategyOf(const typename Boards::GameRules& rules, const Settings& settings,
                    std::uint64_t search_budget = kEndgameBudget);

  void plan(std::span<const typename Boards::Shown> shown, Digs& digs) final {
    explanation_ = {};
    DeducingStrategyOf<Boards>::plan(shown, digs);
  }
  Explanation explain() final;

 protected:
  static constexpr std::size_t kMostCandidates = 12;  // in explanations

  // The cell to guess; sets explanation_. The posterior is combined, with nothing pending and no certain cells.
  virtual sim::Cell choose() = 0;
  // Appends to `candidates`, which is empty, those of the last choose(), best first, at most kMostCandidates; none if
  // choose() has put them into explanation_.
  virtual void list_candidates(std::vector<Explanation::Candidate>& /*candidates*/) {}

  Posterior& posterior() { return this->reasoner().posterior(); }
  Explanation explanation_;

 private:
  void guess(Digs& digs) final;
  void list_endgame();

  std::uint32_t endgame_layouts_;  // 0: the end is played as the rest
  std::uint64_t search_budget_;
  EndgameOf<Posterior> endgame_;
  bool is_endgame_ = false;                         // whether the last guess was solved exactly
  std::vector<Explanation::Candidate> candidates_;  // of explain()
};

extern template class JudgingStrategyOf<OnGrids>;
extern template class JudgingStrategyOf<OnGraphs>;

}  // namespace sapper::solvers
