// P(mine) of every cell, exactly: given the view, every layout that meets the shown numbers and the mine
// count is equally likely (first-click rules keep it so; cells that the rules keep free count as safe).
//
// The frontier's components are kept from move to move: an update finds again and counts only those that hold
// a constraint that has changed, in time that hardly depends on the board's size. What is certain whatever
// the mine count is known then. The full posterior combines all components with the mine count and the
// C(cells, mines) ways to lay the rest away from the frontier; each component then gets its risks under the
// weights that the rest of the board lends it. Doubles where nothing can leave their range, wide numbers
// elsewhere: relative error below 1e-12, at any board size and density. 0 and 1 come from counts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solvers/minesweeper/counting/counted_component.hpp"
#include "solvers/minesweeper/counting/frontier_builder.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/posterior/ways_tree.hpp"
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
  bool compute(const sim::View& view);
  // From all that is known after the local rules have come to a fixed point; no posterior has taken it in
  // since its reset.
  bool compute(LocalRules& knowledge);

  // The two steps of compute(), for knowledge that grows: start() on new knowledge, then as often as it has
  // changed update() and, where the full posterior is wanted, combine().
  void start(const LocalRules& knowledge);
  // Takes in (and makes the knowledge forget) what has changed since start() or the last update().
  bool update(LocalRules& knowledge, PhaseTimer* phases = nullptr);
  bool combine(PhaseTimer* phases = nullptr);

  // The components that the last update() counted; their risks' certainty holds whatever the mine count.
  std::span<CountedComponent* const> updated() const { return updated_; }
  // All components of the frontier. After combine() their risks are those of the posterior.
  std::span<CountedComponent* const> components() const { return components_; }
  std::uint32_t frontier_cell_count() const { return frontier_cell_count_; }
  // The unknown cells away from the frontier: after combine(), and meaningful if there are any.
  const Risk& outside_risk() const { return outside_risk_; }
  std::uint32_t outside_count() const { return outside_count_; }
  bool is_outside(sim::Cell cell) const {
    return knowledge_->is_unknown(cell) && place_of_cell_[cell] == kNowhere;
  }

  // Of a hidden cell, after combine(); the knowledge may have grown by what follows from the posterior.
  double p_mine(sim::Cell cell) const;
  bool is_certain_safe(sim::Cell cell) const;
  bool is_certain_mine(sim::Cell cell) const;

  const Contradiction& contradiction() const { return contradiction_; }
  const LocalRules& knowledge() const { return *knowledge_; }

 private:
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

  void find_updated(LocalRules& knowledge);
  void remove_component(std::uint32_t place);
  void add_component(CountedComponent* component);
  CountedComponent* take_spare();
  bool count_updated();
  bool find_mine_range();
  template <class Number>
  bool combine_plainly(WaysTree<Number>& tree, std::vector<Number>& outside_ways);
  bool combine_tilted();
  template <class Number>
  void fill_outside_ways(std::vector<Number>& ways) const;
  template <class Number>
  bool take_outside_risk(std::span<const Number> frontier_ways, std::span<const Number> outside_ways);
  double outside_ratio(double extra) const;
  double expected_extra(double tilt) const;
  const Risk& risk_of(sim::Cell cell) const;
  bool fail(const Contradiction& contradiction);
  bool fail_mine_count();

  LocalRules own_knowledge_;
  const LocalRules* knowledge_ = nullptr;
  FrontierBuilder builder_;
  Contradiction contradiction_;

  std::vector<std::unique_ptr<CountedComponent>> pool_;
  std::vector<CountedComponent*> spare_;       // of the pool, not in use
  std::vector<CountedComponent*> components_;  // in use; a component's place is its index here
  std::vector<CountedComponent*> updated_;
  std::vector<std::uint32_t> place_of_cell_;        // [cell] of the component of an unknown frontier cell
  std::vector<std::uint32_t> place_of_constraint_;  // [cell] of the component of an open constraint
  std::size_t updated_cell_count_ = 0;
  std::uint32_t frontier_cell_count_ = 0;

  Risk outside_risk_{};
  std::uint32_t outside_count_ = 0;  // at the last combine()
  // Mines on the frontier beyond its fewest: 0..most_extra_; with e extra ones, mines_outside_ - e lie
  // outside.
  std::uint32_t most_extra_ = 0;
  std::int64_t mines_outside_ = 0;
  std::int64_t fewest_mines_ = 0;  // on the whole board, by the numbers alone
  std::int64_t most_mines_ = 0;
  bool is_narrow_ = true;  // ways of the whole board stay within the range of doubles
  bool is_binding_ =
      false;  // some number of mines on the frontier leaves too few or too many for the cells outside

  WaysTree<double> narrow_tree_;
  WaysTree<WideNumber> wide_tree_;
  std::vector<double> outside_ways_;  // by extra mines on the frontier
  std::vector<WideNumber> wide_outside_ways_, wide_weights_;
};

}  // namespace sapper::solvers
