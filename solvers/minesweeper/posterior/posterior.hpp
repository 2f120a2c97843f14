// P(mine) of every cell, exactly: given the view, every layout that meets the shown numbers and the mine count is
// equally likely (first-click rules preserve this; cells that the rules keep free count as safe).
//
// The frontier's components are kept from move to move: an update rebuilds and counts only those with a changed
// constraint, in time that hardly depends on the board's size. After that, all that is certain whatever the mine count
// is known. The full posterior combines all components with the mine count and the C(cells, mines) ways to lay the rest
// away from the frontier; each component then gets its risks under the weights induced by the rest of the board: see
// Combination. Where a component takes too many states, cells that are certain by the numbers alone are found by the
// overlap rule, then by satisfiability. At any board size and density the relative error is below 1e-12 for probabilities
// above 1e-60; for others the absolute error is below 1e-70. 0 and 1 come from counts.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "solvers/minesweeper/counting/counted_component.hpp"
#include "solvers/minesweeper/counting/frontier_builder.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/posterior/cell_risks.hpp"
#include "solvers/minesweeper/posterior/combination.hpp"
#include "solvers/support/phase_timer.hpp"

namespace sapper::solvers {

// What makes a position impossible.
struct Contradiction {
  enum class Kind : std::uint8_t { none, number, component, mine_count } kind = Kind::none;
  sim::Cell cell = sim::kNoCell;                // number: the shown number that the local rules cannot meet
  const CountedComponent* component = nullptr;  // component: its numbers contradict one another
  std::int64_t fewest_mines = 0;  // mine_count: the range that the numbers allow, known mines included
  std::int64_t max_mines = 0;
};

class Posterior {
 public:
  using Board = sim::Grid;
  using Knowledge = LocalRules;
  static constexpr int kMaxNumber = sim::kMaxNeighbors;  // that a cell may show

  // One object serves one thread; the grid must outlive it.
  explicit Posterior(const sim::Grid& grid);

  // Computes it from a view alone; trusted_mines: hidden cells assumed to be mines, as if a number proved it. False if no
  // layout is consistent with it: see contradiction(). ComponentTooWide if some component passes the eliminator's limits,
  // also after what is certain by the numbers alone has been learned.
  [[nodiscard]] bool compute(const sim::View& view, std::span<const sim::Cell> trusted_mines = {});
  // Computes it from knowledge at a fixed point of the local rules, which no posterior has read since its reset.
  [[nodiscard]] bool compute(LocalRules& knowledge);

  // The steps of compute(), for knowledge that grows: start() on new knowledge, then after each change update() and, if
  // the full posterior is needed, combine().
  void start(const LocalRules& knowledge);
  // As start(), on a copy of the base's knowledge: shares the components that the base has counted until they change.
  // Until then the base must not be updated, and its risks are invalid until it is combined again.
  void borrow(const Posterior& base, const LocalRules& knowledge);
  // Processes what has changed since start() or the last update(), and clears the knowledge's list of changes. The
  // knowledge grows by certain cells where a component took long without them; it has these after ComponentTooWide, too.
  [[nodiscard]] bool update(LocalRules& knowledge, PhaseTimer* phases = nullptr);
  [[nodiscard]] bool combine(PhaseTimer* phases = nullptr);

  // The components counted by the last update(); the certainty in their risks holds whatever the mine count.
  std::span<CountedComponent* const> updated() const { return updated_; }
  // All components of the frontier. After combine() their risks are those of the posterior.
  std::span<CountedComponent* const> components() const { return components_; }
  std::uint32_t frontier_cell_count() const { return frontier_cell_count_; }
  // The risk of the unknown cells away from the frontier: after combine(), if there are any.
  const Risk& outside_risk() const { return combination_.outside_risk(); }
  std::uint32_t outside_count() const { return outside_count_; }
  bool is_outside(sim::Cell cell) const {
    return knowledge_->is_unknown(cell) && place_of_cell_[cell] == kNowhere;
  }
  // The lowest risk of an unknown cell; 1 if there is none. The first call after combine() computes it.
  double lowest_risk() const;
  // Calls visit(cell, P(mine)) with the frontier cells whose risk is at most max_risk, group by group.
  template <class Visit>
  void visit_frontier(double max_risk, Visit visit) const;
  // Calls visit with each cell away from the frontier, ascending, until it returns false: faster than asking for each.
  template <class Visit>
  void visit_outside(Visit visit) const;

  // The place in components() of an unknown frontier cell, and its group there; kNowhere away from it.
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;
  std::uint32_t place_of(sim::Cell cell) const { return place_of_cell_[cell]; }
  std::uint32_t group_of(sim::Cell cell) const { return builder_.group_of(cell); }

  // P(mine) of a hidden cell, after combine(); the knowledge may since have grown by deductions from the posterior.
  double p_mine(sim::Cell cell) const;
  bool is_certain_safe(sim::Cell cell) const;
  bool is_certain_mine(sim::Cell cell) const;
  bool has_certain_safe() const;  // some hidden cell is certainly safe
  CellRisks cell_risks() const;

  // After combine(): the natural logarithm of the number of layouts that are consistent with the position.
  // Computed on demand, in a microsecond; see Combination::log_layouts() for its precision.
  double log_layouts() const { return combination_.log_layouts(); }

  const Contradiction& contradiction() const { return contradiction_; }
  const LocalRules& knowledge() const { return *knowledge_; }

 private:
  // A limit for all components together, about a gigabyte. A single one may have Eliminator's kMaxEntries.
  static constexpr std::size_t kMaxEntries = 25'000'000;
  // Components that take more than this many after the overlap rule are given to the SAT solver first.
  static constexpr std::size_t kEntriesBeforeSatisfiability = 4'000'000;

  void find_updated(LocalRules& knowledge);
  void give_back(CountedComponent* component);
  void remove_component(std::uint32_t place);
  void add_component(CountedComponent* component);
  CountedComponent* take_spare();
  [[nodiscard]] bool count_updated(LocalRules& knowledge);
  std::exception_ptr try_to_count(std::size_t max_entries);
  void put_aside_updated();
  [[nodiscard]] bool learn_by_overlaps(LocalRules& knowledge);
  [[nodiscard]] bool learn_by_satisfiability(LocalRules& knowledge);
  bool sums_to_mines() const;
  const Risk& risk_of(sim::Cell cell) const;
  bool fail(const Contradiction& contradiction);
  bool fail_mine_count();

  LocalRules own_knowledge_;
  const LocalRules* knowledge_ = nullptr;
  FrontierBuilder builder_;
  Contradiction contradiction_;

  CountingBudget budget_{kMaxEntries};
  std::vector<std::unique_ptr<CountedComponent>> pool_;
  std::vector<CountedComponent*> spare_;       // unused components of the pool
  std::vector<CountedComponent*> components_;  // in use; a component's place is its index here
  std::vector<CountedComponent*> updated_;
  std::vector<sim::Cell> uncounted_;                // constraints of components that were put aside
  std::vector<std::uint32_t> place_of_cell_;        // [cell] place of an unknown frontier cell's component
  std::vector<std::uint32_t> place_of_constraint_;  // [cell] place of an open constraint's component
  std::size_t updated_cell_count_ = 0;
  std::uint32_t frontier_cell_count_ = 0;

  std::uint32_t outside_count_ = 0;            // at the last combine()
  mutable std::optional<double> lowest_risk_;  // since then
  Combination combination_;
};

template <class Visit>
void Posterior::visit_frontier(double max_risk, Visit visit) const {
  for (const CountedComponent* component : components_)
    for (std::uint32_t group = 0; group < component->group_count(); ++group) {
      const double p_mine = component->risks()[group].p_mine;
      if (p_mine > max_risk) continue;
      for (const sim::Cell cell : component->cells_of_group(group)) visit(cell, p_mine);
    }
}

template <class Visit>
void Posterior::visit_outside(Visit visit) const {
  sim::visit_cells(
      knowledge_->grid(), [&](std::uint32_t word) { return knowledge_->unknown()[word]; },
      [&](sim::Cell cell) { return place_of_cell_[cell] != kNowhere || visit(cell); });
}

}  // namespace sapper::solvers
