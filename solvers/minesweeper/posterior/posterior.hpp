// P(mine) of every cell, exactly: given the view, every layout that meets the shown numbers and the mine
// count is equally likely (first-click rules keep it so; cells that the rules keep free count as safe).
//
// The frontier's components are kept from move to move: an update finds again and counts only those that hold
// a constraint that has changed, in time that hardly depends on the board's size. What is certain whatever
// the mine count is known then. The full posterior combines all components with the mine count and the
// C(cells, mines) ways to lay the rest away from the frontier; each component then gets its risks under the
// weights induced by the rest of the board: see Combination. Relative error below 1e-12, at any board size and
// density, for probabilities above 1e-60, and an absolute one below 1e-70 for others. 0 and 1 come from counts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solvers/minesweeper/counting/counted_component.hpp"
#include "solvers/minesweeper/counting/frontier_builder.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/posterior/combination.hpp"
#include "solvers/support/phase_timer.hpp"

namespace sapper::solvers {

// What makes a position impossible.
struct Contradiction {
  enum class Kind : std::uint8_t { none, number, component, mine_count } kind = Kind::none;
  sim::Cell cell = sim::kNoCell;                // number: the shown number that the local rules cannot meet
  const CountedComponent* component = nullptr;  // component: its numbers contradict one another
  std::int64_t fewest_mines = 0;                // mine_count: what the numbers allow, known mines included
  std::int64_t most_mines = 0;
};

class Posterior {
 public:
  // One object serves one thread; the grid must outlive it.
  explicit Posterior(const sim::Grid& grid);

  // From a view alone. False if no layout is consistent with it: see contradiction(). ComponentTooWide if
  // some component passes the eliminator's limits.
  [[nodiscard]] bool compute(const sim::View& view);
  // From all that is known after the local rules have come to a fixed point; no posterior has taken it in
  // since its reset.
  [[nodiscard]] bool compute(LocalRules& knowledge);

  // The two steps of compute(), for knowledge that grows: start() on new knowledge, then as often as it has
  // changed update() and, where the full posterior is wanted, combine().
  void start(const LocalRules& knowledge);
  // As start(), on a copy of the base's knowledge: shares the components that the base has counted, until they
  // change. Meanwhile the base must not be updated, and its risks mean nothing until it is combined again.
  void borrow(const Posterior& base, const LocalRules& knowledge);
  // Takes in (and makes the knowledge forget) what has changed since start() or the last update().
  [[nodiscard]] bool update(LocalRules& knowledge, PhaseTimer* phases = nullptr);
  [[nodiscard]] bool combine(PhaseTimer* phases = nullptr);

  // The components that the last update() counted; their risks' certainty holds whatever the mine count.
  std::span<CountedComponent* const> updated() const { return updated_; }
  // All components of the frontier. After combine() their risks are those of the posterior.
  std::span<CountedComponent* const> components() const { return components_; }
  std::uint32_t frontier_cell_count() const { return frontier_cell_count_; }
  // The unknown cells away from the frontier: after combine(), and meaningful if there are any.
  const Risk& outside_risk() const { return combination_.outside_risk(); }
  std::uint32_t outside_count() const { return outside_count_; }
  bool is_outside(sim::Cell cell) const {
    return knowledge_->is_unknown(cell) && place_of_cell_[cell] == kNowhere;
  }

  // The place in components() of an unknown frontier cell, and its group there; kNowhere away from it.
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;
  std::uint32_t place_of(sim::Cell cell) const { return place_of_cell_[cell]; }
  std::uint32_t group_of(sim::Cell cell) const { return builder_.group_of(cell); }

  // Of a hidden cell, after combine(); the knowledge may have grown by what follows from the posterior.
  double p_mine(sim::Cell cell) const;
  bool is_certain_safe(sim::Cell cell) const;
  bool is_certain_mine(sim::Cell cell) const;

  // After combine(): the natural logarithm of the number of layouts that are consistent with the position.
  // Computed on demand, in a microsecond; see Combination::log_layouts() for its precision.
  double log_layouts() const { return combination_.log_layouts(); }

  const Contradiction& contradiction() const { return contradiction_; }
  const LocalRules& knowledge() const { return *knowledge_; }

 private:
  // For all components together: about a gigabyte. One alone may have Eliminator's kMaxEntries.
  static constexpr std::size_t kMaxEntries = 25'000'000;

  void find_updated(LocalRules& knowledge);
  void give_back(CountedComponent* component);
  void remove_component(std::uint32_t place);
  void add_component(CountedComponent* component);
  CountedComponent* take_spare();
  [[nodiscard]] bool count_updated();
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
  std::vector<CountedComponent*> spare_;       // of the pool, not in use
  std::vector<CountedComponent*> components_;  // in use; a component's place is its index here
  std::vector<CountedComponent*> updated_;
  std::vector<std::uint32_t> place_of_cell_;        // [cell] of the component of an unknown frontier cell
  std::vector<std::uint32_t> place_of_constraint_;  // [cell] of the component of an open constraint
  std::size_t updated_cell_count_ = 0;
  std::uint32_t frontier_cell_count_ = 0;

  std::uint32_t outside_count_ = 0;  // at the last combine()
  Combination combination_;
};

}  // namespace sapper::solvers
