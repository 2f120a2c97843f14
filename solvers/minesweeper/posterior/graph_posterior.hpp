// P(mine) of every cell of a position on a graph, exactly: Posterior's counterpart for boards of any shape, and for
// positions on any board whose mine count is not known.
//
// The components are counted, kept from move to move and combined as those of a grid. Without a mine count the components
// are independent: a layout of m mines weighs (density / (1 - density))^m. The precision is that of Posterior; 0 and 1 come
// from counts.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/minesweeper/mine_prior.hpp"
#include "solvers/minesweeper/counting/counted_component.hpp"
#include "solvers/minesweeper/counting/graph_frontier.hpp"
#include "solvers/minesweeper/deduction/graph_rules.hpp"
#include "solvers/minesweeper/posterior/cell_risks.hpp"
#include "solvers/minesweeper/posterior/combination.hpp"
#include "solvers/support/phase_timer.hpp"

namespace sapper::solvers {

class GraphPosterior {
 public:
  using Board = sim::Graph;
  using Knowledge = GraphRules;
  static constexpr int kMaxNumber = sim::Graph::kMaxDegree;  // that a cell may show

  enum class Outcome : std::uint8_t { consistent, contradictory_numbers, impossible_mine_count };

  // One object serves one thread; the graph must outlive it.
  explicit GraphPosterior(const sim::Graph& graph);

  // Computes it from rules at their fixed point, which must outlive the object's use. ComponentTooWide if some component
  // passes the eliminator's limits.
  [[nodiscard]] Outcome compute(const GraphRules& rules, const sim::MinePrior& prior);
  // The same for a position with a mine count, by rules that no posterior has read since their reset, which grow as in
  // update(). False if no layout is consistent with it.
  [[nodiscard]] bool compute(GraphRules& rules);
  // The same from a view alone, by rules of its own: see knowledge().
  [[nodiscard]] bool compute(const sim::GraphPosition& view);

  // The steps of compute() for a game's rules, as Posterior's: start() on new rules, then after each change update() and,
  // if the full posterior is needed, combine(). False if no layout is consistent with the position.
  void start(const GraphRules& rules);
  // As Posterior::borrow().
  void borrow(const GraphPosterior& base, const GraphRules& rules);
  // Processes what has changed since start() or the last update(), and clears the rules' list of changes. The rules grow
  // by certain cells where a component takes too much; they have these after ComponentTooWide, too.
  [[nodiscard]] bool update(GraphRules& rules, PhaseTimer* phases = nullptr);
  [[nodiscard]] bool combine(PhaseTimer* phases = nullptr);

  // The components counted by the last update(); the certainty in their risks holds whatever the mine count.
  std::span<CountedComponent* const> updated() const { return updated_; }
  // All components of the frontier. After combine() their risks are those of the posterior.
  std::span<CountedComponent* const> components() const { return components_; }
  std::uint32_t frontier_cell_count() const { return frontier_cell_count_; }
  std::uint32_t outside_count() const { return outside_count_; }  // unknown cells away from the frontier
  bool is_outside(sim::Cell cell) const {
    return rules_->is_unknown(cell) && place_of_cell_[cell] == kNowhere;
  }
  const Risk& outside_risk() const { return outside_risk_; }  // of each of them, if there are any
  // Mines among the unknown cells; nullopt if their number is not known.
  std::optional<std::int64_t> mines_left() const { return mines_left_; }
  // The natural logarithm of the number of consistent layouts, whatever their weights.
  double log_layouts() const { return log_weight(1); }
  // The same of the sum of their weights: with a mine count each weighs 1.
  double log_weight() const { return log_weight(odds_); }
  // The lowest risk of an unknown cell; 1 if there is none.
  double lowest_risk() const;
  // The place in components() of an unknown frontier cell, and its group there; kNowhere away from it.
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;
  std::uint32_t place_of(sim::Cell cell) const { return place_of_cell_[cell]; }
  std::uint32_t group_of(sim::Cell cell) const { return builder_.group_of(cell); }
  // P(mine) of a hidden cell; the rules may since have grown by deductions from the posterior.
  double p_mine(sim::Cell cell) const;
  bool is_certain_safe(sim::Cell cell) const;
  bool is_certain_mine(sim::Cell cell) const;
  bool has_certain_safe() const;  // some hidden cell is certainly safe
  CellRisks cell_risks() const;
  const GraphRules& knowledge() const { return *rules_; }
  // Calls visit(cell, P(mine)) with the frontier cells whose risk is at most max_risk, group by group.
  template <class Visit>
  void visit_frontier(double max_risk, Visit visit) const;
  // Calls visit with each cell away from the frontier, ascending, until it returns false.
  template <class Visit>
  void visit_outside(Visit visit) const;
  // Calls visit(cell, risk) with every hidden cell, in any order.
  template <class Visit>
  void visit_risks(const Visit& visit) const;

  // After compute() returned `impossible_mine_count`: the mines that the numbers allow, known ones included.
  std::int64_t fewest_mines() const { return rules_->mine_count() + combination_.fewest_mines(); }
  std::int64_t max_mines() const { return rules_->mine_count() + combination_.max_mines(); }

 private:
  // A limit for all components together, about a gigabyte.
  static constexpr std::size_t kMaxEntries = 25'000'000;
  // As Posterior's.
  static constexpr std::size_t kEntriesBeforeSatisfiability = 4'000'000;

  void find(std::span<const sim::Cell> constraints);
  void find_updated(GraphRules& rules);
  void add_component(CountedComponent* component);
  void give_back(CountedComponent* component);
  void remove_component(std::uint32_t place);
  void remove_components_at(std::span<const sim::Cell> constraints);
  CountedComponent* take_spare();
  [[nodiscard]] bool count_updated(GraphRules& rules);
  std::exception_ptr try_to_count(std::size_t max_entries);
  const Risk& risk_of(sim::Cell unknown_cell) const;
  void learn_by_overlaps(GraphRules& rules);
  [[nodiscard]] bool learn_by_satisfiability(GraphRules& rules);
  void put_aside_updated();
  bool are_updated_possible() const;
  bool combine_with_count();
  void weigh_by_density(double density);
  double log_weight(double odds) const;

  std::optional<GraphRules> own_rules_;  // once they are needed
  const GraphRules* rules_ = nullptr;
  GraphFrontierBuilder builder_;
  CountingBudget budget_{kMaxEntries};
  std::vector<std::unique_ptr<CountedComponent>> pool_;
  std::vector<CountedComponent*> spare_;       // unused components of the pool
  std::vector<CountedComponent*> components_;  // in use; a component's place is its index here
  std::vector<CountedComponent*> updated_;
  std::vector<sim::Cell> uncounted_;  // constraints of components that were put aside
  std::vector<std::uint32_t>
      place_of_cell_;  // [cell] place of an unknown frontier cell's component, or of a constraint's
  std::size_t updated_cell_count_ = 0;
  std::uint32_t frontier_cell_count_ = 0;
  std::uint32_t outside_count_ = 0;
  Risk outside_risk_;
  std::optional<std::int64_t> mines_left_;
  double odds_ = 1;  // that a cell is a mine, where the mine count is not known
  Combination combination_;
};

template <class Visit>
void GraphPosterior::visit_frontier(double max_risk, Visit visit) const {
  for (const CountedComponent* component : components_)
    for (std::uint32_t group = 0; group < component->group_count(); ++group) {
      const double p_mine = component->risks()[group].p_mine;
      if (p_mine > max_risk) continue;
      for (const sim::Cell cell : component->cells_of_group(group)) visit(cell, p_mine);
    }
}

template <class Visit>
void GraphPosterior::visit_outside(Visit visit) const {
  for (sim::Cell cell = 0; cell < place_of_cell_.size(); ++cell)
    if (is_outside(cell) && !visit(cell)) return;
}

template <class Visit>
void GraphPosterior::visit_risks(const Visit& visit) const {
  for (const CountedComponent* component : components_)
    for (std::uint32_t group = 0; group < component->group_count(); ++group)
      for (const sim::Cell cell : component->cells_of_group(group)) visit(cell, component->risks()[group]);
  for (sim::Cell cell = 0; cell < place_of_cell_.size(); ++cell) {
    if (is_outside(cell)) visit(cell, outside_risk_);
    if (rules_->is_mine(cell)) visit(cell, Risk{1, true, false});
    if (rules_->is_safe(cell)) visit(cell, Risk{0, false, true});
  }
}

}  // namespace sapper::solvers
