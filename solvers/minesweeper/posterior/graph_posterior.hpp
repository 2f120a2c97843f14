// P(mine) of every cell of a position on a graph, exactly: Posterior's counterpart for boards of any shape, and for
// positions on any board whose mine count is not known.
//
// The components are counted and combined as those of a grid. Without a mine count the components are independent: a
// layout of m mines weighs (density / (1 - density))^m. The precision is that of Posterior; 0 and 1 come from counts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/minesweeper/mine_prior.hpp"
#include "solvers/minesweeper/counting/counted_component.hpp"
#include "solvers/minesweeper/counting/graph_frontier.hpp"
#include "solvers/minesweeper/deduction/graph_rules.hpp"
#include "solvers/minesweeper/posterior/combination.hpp"

namespace sapper::solvers {

class GraphPosterior {
 public:
  enum class Outcome : std::uint8_t { consistent, contradictory_numbers, impossible_mine_count };

  // The rules must be at their fixed point and outlive the object's use. ComponentTooWide if some component passes the
  // eliminator's limits.
  [[nodiscard]] Outcome compute(const GraphRules& rules, const sim::MinePrior& prior);

  // After compute() returned `consistent`.
  std::span<CountedComponent* const> components() const { return components_; }
  std::uint32_t outside_count() const { return outside_count_; }  // unknown cells away from the frontier
  const Risk& outside_risk() const { return outside_risk_; }      // of each of them, if there are any
  // Mines among the unknown cells; nullopt if their number is not known.
  std::optional<std::int64_t> mines_left() const { return mines_left_; }
  // The natural logarithm of the number of consistent layouts, whatever their weights.
  double log_layouts() const;
  // Calls visit(cell, risk) with every hidden cell, in any order.
  template <class Visit>
  void visit_risks(const Visit& visit) const;

  // After it returned `impossible_mine_count`: the mines that the numbers allow, known ones included.
  std::int64_t fewest_mines() const { return rules_->mine_count() + combination_.fewest_mines(); }
  std::int64_t max_mines() const { return rules_->mine_count() + combination_.max_mines(); }

 private:
  // A limit for all components together, about a gigabyte.
  static constexpr std::size_t kMaxEntries = 25'000'000;

  void find_components();
  void count_components();
  void weigh_by_density(double density);

  const GraphRules* rules_ = nullptr;
  CountingBudget budget_{kMaxEntries};
  std::vector<std::unique_ptr<CountedComponent>> pool_;
  std::vector<CountedComponent*> components_;
  std::vector<std::uint8_t> is_outside_;  // [cell]
  std::uint32_t outside_count_ = 0;
  Risk outside_risk_;
  std::optional<std::int64_t> mines_left_;
  Combination combination_;
};

template <class Visit>
void GraphPosterior::visit_risks(const Visit& visit) const {
  for (const CountedComponent* component : components_)
    for (std::uint32_t group = 0; group < component->group_count(); ++group)
      for (const sim::Cell cell : component->cells_of_group(group)) visit(cell, component->risks()[group]);
  for (sim::Cell cell = 0; cell < is_outside_.size(); ++cell) {
    if (is_outside_[cell] != 0) visit(cell, outside_risk_);
    if (rules_->is_mine(cell)) visit(cell, Risk{1, true, false});
    if (rules_->is_safe(cell)) visit(cell, Risk{0, false, true});
  }
}

}  // namespace sapper::solvers
