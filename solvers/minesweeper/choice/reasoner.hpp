// Deduction within one game: knowledge and posterior, kept in sync, and the digs that follow from them. Used by
// strategies that deduce and by play-outs.
//
// The same on grids and on graphs. The posterior is created on first use. Nothing is allocated after warm-up.
#pragma once

#include <optional>

#include "solvers/minesweeper/choice/board_family.hpp"

namespace sapper::solvers {

// Boards: OnGrids or OnGraphs.
template <class Boards>
class ReasonerOf {
 public:
  using Knowledge = typename Boards::Knowledge;
  using Posterior = typename Boards::Posterior;
  using Digs = typename Boards::Digs;

  // `telemetry` receives the phases and the frontiers; it must outlive the object.
  ReasonerOf(const typename Boards::Board& board, Telemetry& telemetry)
      : knowledge_(board), telemetry_(&telemetry) {}

  // Starts on the view, which must outlive the game.
  void begin(const typename Boards::View& view);
  // Continues from another posterior's knowledge, on a view that shows the same, and borrows its counts. The other
  // posterior must stay in place meanwhile.
  void adopt(const Posterior& other, const typename Boards::View& view);

  // Adds the newly shown cells and applies the local rules; true if there is something to dig.
  [[nodiscard]] bool plan_by_rules(std::span<const typename Boards::Shown> shown, Digs& digs);
  // Finds certain cells by the cheapest sufficient means; true if there is something to dig. If not, the full posterior
  // has been computed. ComponentTooWide if that passes the limits of counting and nothing that is certain without it can
  // be dug; the next call starts from what is shown then.
  [[nodiscard]] bool plan_by_posterior(Digs& digs);
  // After plan_by_posterior() without digs: recomputes the posterior if certain mines were learned from it, so that the
  // knowledge has no pending work and all cells of the posterior are uncertain.
  void settle();
  // Adds cells proved certain by other means; true if there is something to dig.
  [[nodiscard]] bool plan_by_certainty(std::span<const sim::Cell> safe, std::span<const sim::Cell> mines,
                                       Digs& digs);

  const Knowledge& knowledge() const { return knowledge_; }
  // These are valid after plan_by_posterior().
  Posterior& posterior() { return *posterior_; }
  const Posterior& posterior() const { return *posterior_; }

 private:
  void start_posterior();
  // Applies the overlap rule; true if there is something to dig.
  [[nodiscard]] bool plan_by_overlaps(Digs& digs);
  // After something was learned: plans the safe cells or, if there are none, those that the rules then find; true if
  // there is something to dig.
  [[nodiscard]] bool plan_by_what_was_learned(Digs& digs);
  // Plans the cells found safe; true if there are any.
  bool take_safe(MoveKind kind, Digs& digs);
  [[nodiscard]] bool learn_certain_cells(std::span<CountedComponent* const> components);
  [[nodiscard]] bool learn_outside(const Posterior& posterior);
  void count_frontier(const Posterior& posterior);

  Knowledge knowledge_;
  std::optional<Posterior> posterior_;
  Telemetry* telemetry_;
  const Posterior* lender_ = nullptr;  // the posterior whose counts are borrowed
  bool is_posterior_started_ = false;  // in this game
  bool has_unsettled_mines_ = false;   // learned from the last posterior
};
using Reasoner = ReasonerOf<OnGrids>;

extern template class ReasonerOf<OnGrids>;
extern template class ReasonerOf<OnGraphs>;

}  // namespace sapper::solvers
