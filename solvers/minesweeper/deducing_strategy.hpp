// What `rules`, `csp` and `min_risk` share: knowledge kept through a game, and the digs that follow from it.
#pragma once

#include "solvers/minesweeper/local_rules.hpp"
#include "solvers/minesweeper/posterior.hpp"
#include "solvers/minesweeper/strategy.hpp"

namespace sapper::solvers {

class DeducingStrategy : public Strategy {
 public:
  explicit DeducingStrategy(const sim::Grid& grid) : knowledge_(grid) {}

  void begin(const sim::View& view, sim::Stream& random) override;

 protected:
  // Takes in what was shown and applies the local rules; true if that gave digs.
  bool plan_by_rules(std::span<const sim::Cell> shown, std::vector<Move>& digs);
  // Computes the posterior and takes in all that is certain; true if that gave digs.
  bool plan_by_posterior(Posterior& posterior, std::vector<Move>& digs);
  // A uniformly random hidden cell not known to be a mine.
  void guess_uniformly(std::vector<Move>& digs);

  const LocalRules& knowledge() const { return knowledge_; }
  sim::Stream& random() { return *random_; }

 private:
  void take_safe(MoveKind kind, std::vector<Move>& digs);
  void learn_certain_cells(const Posterior& posterior);
  void count_frontier(const Frontier& frontier);

  LocalRules knowledge_;
  sim::Stream* random_ = nullptr;
};

}  // namespace sapper::solvers
