// What the strategies that deduce share: knowledge kept through a game, and the digs that follow from
// it.
#pragma once

#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/deduction/overlap_rule.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/strategy.hpp"

namespace sapper::solvers {

class DeducingStrategy : public Strategy {
 public:
  explicit DeducingStrategy(const sim::Grid& grid) : knowledge_(grid), overlap_rule_(grid) {}

  void begin(const sim::View& view, sim::Stream& random) override;

 protected:
  // Goes on from another's knowledge, over a view that shows the same; plan_by_posterior() is then to be
  // called with a posterior that has borrowed from the other's.
  void adopt(const LocalRules& knowledge, const sim::View& view);
  // Takes in what was shown and applies the local rules; true if there is something to dig.
  [[nodiscard]] bool plan_by_rules(std::span<const sim::Cell> shown, std::vector<Move>& digs);
  // Takes in all that is certain, by the cheapest means that suffice; true if there is something to dig. If
  // not, the posterior has been computed in full.
  [[nodiscard]] bool plan_by_posterior(Posterior& posterior, std::vector<Move>& digs);
  // After plan_by_posterior() without digs: computes the posterior again if certain mines were learned from
  // it, so that no work is pending in the knowledge and all cells of the posterior are uncertain.
  void settle(Posterior& posterior);
  // Takes in cells proved certain by other means; true if there is something to dig.
  [[nodiscard]] bool plan_by_certainty(std::span<const sim::Cell> safe, std::span<const sim::Cell> mines,
                                       std::vector<Move>& digs);
  // A uniformly random hidden cell not known to be a mine.
  void guess_uniformly(std::vector<Move>& digs);

  const LocalRules& knowledge() const { return knowledge_; }
  sim::Stream& random() { return *random_; }

 private:
  // Takes in what follows from overlapping constraints; true if there is something to dig.
  [[nodiscard]] bool plan_by_overlaps(std::vector<Move>& digs);
  // After something was learned: digs what is safe or, if nothing is, what the rules then find; true if
  // there is something to dig.
  [[nodiscard]] bool plan_by_what_was_learned(std::vector<Move>& digs);
  void take_safe(MoveKind kind, std::vector<Move>& digs);
  [[nodiscard]] bool learn_certain_cells(std::span<CountedComponent* const> components);
  [[nodiscard]] bool learn_outside(const Posterior& posterior);
  void count_frontier(const Posterior& posterior);

  LocalRules knowledge_;
  OverlapRule overlap_rule_;
  std::size_t compared_ = 0;  // of the knowledge's changed(): already given to the overlap rule
  sim::Stream* random_ = nullptr;
  bool is_posterior_started_ = false;  // in this game
  bool has_unsettled_mines_ = false;   // learned from the last posterior
};

}  // namespace sapper::solvers
