// The frontier: the unknown cells next to shown numbers, in groups and components.
//
// A constraint is a shown cell with unknown neighbours: so many mines are among those. Cells under exactly
// the same constraints form a group; only how many mines a group holds matters, not where. Constraints that
// share a group, and so on, form a component; components are independent of one another given their mine
// counts.
//
// Groups come from refining partitions, one constraint after another, which is linear in the constraints'
// neighbours; components from union-find. Everything is kept in flat arrays that are reused.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/minesweeper/local_rules.hpp"

namespace sapper::solvers {

// One component: which constraints bind which groups, by numbers of its own from 0.
struct Component {
  std::span<const std::uint8_t> needs;               // [constraint], 1..7 mines among its groups' cells
  std::span<const std::uint8_t> sizes;               // [group], 1..8 cells
  std::span<const std::uint32_t> group_begin;        // [group + 1], into group_constraints
  std::span<const std::uint32_t> group_constraints;  // ascending within a group
  std::span<const std::uint32_t> constraint_begin;   // [constraint + 1], into constraint_groups
  std::span<const std::uint32_t> constraint_groups;
  std::uint32_t first_group = 0;       // the component's group g is group first_group + g of the frontier
  std::uint32_t first_constraint = 0;  // likewise
  std::uint32_t cell_count = 0;

  std::uint32_t group_count() const { return static_cast<std::uint32_t>(sizes.size()); }
  std::uint32_t constraint_count() const { return static_cast<std::uint32_t>(needs.size()); }
  std::span<const std::uint32_t> constraints_of(std::uint32_t group) const {
    return group_constraints.subspan(group_begin[group], group_begin[group + 1] - group_begin[group]);
  }
  std::span<const std::uint32_t> groups_of(std::uint32_t constraint) const {
    return constraint_groups.subspan(constraint_begin[constraint],
                                     constraint_begin[constraint + 1] - constraint_begin[constraint]);
  }
};

class Frontier {
 public:
  explicit Frontier(const sim::Grid& grid);

  // From the knowledge after local rules have come to a fixed point.
  void build(const LocalRules& knowledge);

  // The same from any constraints: start, add each once, finish. `need` mines are among the `cells`, at least
  // one. Counters want needs of at most 7, as the local rules leave them.
  void start();
  void add_constraint(sim::Cell constraint, std::uint8_t need, std::span<const sim::Cell> cells);
  void finish();

  std::uint32_t component_count() const {
    return static_cast<std::uint32_t>(component_first_constraint_.size()) - 1;
  }
  Component component(std::uint32_t index) const;

  std::uint32_t group_count() const { return static_cast<std::uint32_t>(sizes_.size()); }
  std::span<const sim::Cell> cells_of_group(std::uint32_t group) const {
    return std::span(cells_).subspan(cells_begin_[group], cells_begin_[group + 1] - cells_begin_[group]);
  }
  // Of one component, in the order of its groups and constraints.
  std::span<const sim::Cell> cells_of(const Component& component) const {
    return std::span(cells_).subspan(cells_begin_[component.first_group], component.cell_count);
  }
  std::span<const sim::Cell> constraint_cells_of(const Component& component) const {
    return std::span(constraint_cells_).subspan(component.first_constraint, component.constraint_count());
  }
  // All frontier cells, group by group, component by component.
  std::span<const sim::Cell> cells() const { return cells_; }
  sim::Cell constraint_cell(std::uint32_t constraint) const { return constraint_cells_[constraint]; }
  // The group of a cell, or kNoGroup for a cell that is not on the frontier.
  static constexpr std::uint32_t kNoGroup = 0xFFFFFFFF;
  std::uint32_t group_of(sim::Cell cell) const { return group_of_[cell]; }

 private:
  // A group while the partition is refined: its constraints are `last` and those of `parent`.
  struct Draft {
    std::uint32_t parent;
    std::uint32_t last;
    std::uint32_t cell_count;
    std::uint32_t split_by;  // the constraint that last split this draft, and
    std::uint32_t split_to;  // the draft that took its cells
    std::uint32_t group;     // the final group
  };

  void find_components();
  void number_constraints();
  void number_groups();
  void fill_incidence();
  void fill_cells();
  std::uint32_t root_of(std::uint32_t constraint);

  const sim::Grid* grid_;
  std::vector<sim::Cell> found_cells_;        // frontier cells as met
  std::vector<sim::Cell> found_constraints_;  // constraint cells as met
  std::vector<std::uint8_t> found_needs_;
  std::vector<Draft> drafts_;
  std::vector<std::uint32_t> draft_of_group_;
  std::vector<std::uint32_t> next_;          // where the next entry of each bucket goes
  std::vector<std::uint32_t> parent_;        // union-find over found constraints
  std::vector<std::uint32_t> component_of_;  // [found constraint]
  std::vector<std::uint32_t> renumbered_;    // [found constraint]
  std::vector<std::uint32_t> group_of_;      // [cell]; drafts while building

  std::vector<std::uint32_t> component_first_group_;          // [component + 1]
  std::vector<std::uint32_t> component_first_constraint_{0};  // [component + 1]
  std::vector<std::uint8_t> sizes_;                           // [group]
  std::vector<sim::Cell> cells_;
  std::vector<std::uint32_t> cells_begin_;  // [group + 1]
  std::vector<sim::Cell> constraint_cells_;
  std::vector<std::uint8_t> needs_;
  // Incidence, both ways; the begins are absolute, the numbers local to the component.
  std::vector<std::uint32_t> group_begin_, group_constraints_;
  std::vector<std::uint32_t> constraint_begin_, constraint_groups_;
};

}  // namespace sapper::solvers
