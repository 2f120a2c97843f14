// What is known in one game: knowledge and posterior, kept in step, and the digs that follow from them. Strategies
// that deduce have one, and so has a play-out.
//
// The posterior is made when it is first needed. Nothing is allocated after warm-up.
#pragma once

#include <optional>

#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

class Reasoner {
 public:
  // `telemetry` takes the phases and the frontiers; it outlives the object.
  Reasoner(const sim::Grid& grid, Telemetry& telemetry) : knowledge_(grid), telemetry_(&telemetry) {}

  // Starts on the view, which outlives the game.
  void begin(const sim::View& view);
  // Goes on from what another posterior knows, over a view that shows the same, and borrows its counts. The other
  // posterior stays where it is meanwhile.
  void adopt(const Posterior& other, const sim::View& view);

  // Takes in what was shown and applies the local rules; true if there is something to dig.
  [[nodiscard]] bool plan_by_rules(std::span<const sim::Cell> shown, std::vector<Move>& digs);
  // Takes in all that is certain, by the cheapest means that suffice; true if there is something to dig. If
  // not, the posterior has been computed in full.
  [[nodiscard]] bool plan_by_posterior(std::vector<Move>& digs);
  // After plan_by_posterior() without digs: computes the posterior again if certain mines were learned from
  // it, so that no work is pending in the knowledge and all cells of the posterior are uncertain.
  void settle();
  // Takes in cells proved certain by other means; true if there is something to dig.
  [[nodiscard]] bool plan_by_certainty(std::span<const sim::Cell> safe, std::span<const sim::Cell> mines,
                                       std::vector<Move>& digs);
  // A uniformly random hidden cell not known to be a mine.
  void guess_uniformly(sim::Stream& random, std::vector<Move>& digs);

  const LocalRules& knowledge() const { return knowledge_; }
  // After plan_by_posterior().
  Posterior& posterior() { return *posterior_; }
  const Posterior& posterior() const { return *posterior_; }

 private:
  void start_posterior();
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
  std::optional<Posterior> posterior_;
  Telemetry* telemetry_;
  const Posterior* lender_ = nullptr;  // whose counts the posterior borrows
  bool is_posterior_started_ = false;  // in this game
  bool has_unsettled_mines_ = false;   // learned from the last posterior
};

}  // namespace sapper::solvers
