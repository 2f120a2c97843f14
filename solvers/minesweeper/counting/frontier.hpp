// The frontier: the unknown cells next to shown numbers, in groups and components.
//
// A constraint is a shown cell with unknown neighbours: it gives the number of mines among them. Cells under
// exactly the same constraints form a group; only the number of mines in a group matters, not where they are.
// Constraints linked by shared groups form a component; components are independent of one another given their mine
// counts. A FrontierBuilder finds them on a grid, a GraphFrontierBuilder on any graph; everything is kept in flat arrays
// that are reused.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"

namespace sapper::solvers {

// One component: which constraints bind which groups, in local numbers from 0.
struct Component {
  std::span<const std::uint8_t> needs;               // [constraint] mines among its groups' cells
  std::span<const std::uint8_t> sizes;               // [group], 1..8 cells
  std::span<const std::uint32_t> group_begin;        // [group + 1], into group_constraints
  std::span<const std::uint32_t> group_constraints;  // ascending within a group
  std::uint32_t first_group = 0;       // the component's group g is group first_group + g of the frontier
  std::uint32_t first_constraint = 0;  // the same for constraints
  std::uint32_t cell_count = 0;
  bool has_wide_constraints =
      false;  // some constraint has more than eight cells; only then may needs exceed 7

  std::uint32_t group_count() const { return static_cast<std::uint32_t>(sizes.size()); }
  std::uint32_t constraint_count() const { return static_cast<std::uint32_t>(needs.size()); }
  std::span<const std::uint32_t> constraints_of(std::uint32_t group) const {
    return group_constraints.subspan(group_begin[group], group_begin[group + 1] - group_begin[group]);
  }
};

// Some or all components.
class Frontier {
 public:
  void clear();

  std::uint32_t component_count() const {
    return static_cast<std::uint32_t>(component_first_constraint_.size()) - 1;
  }
  // Valid until the frontier changes.
  Component component(std::uint32_t index) const;

  std::uint32_t group_count() const { return static_cast<std::uint32_t>(sizes_.size()); }
  std::span<const sim::Cell> cells_of_group(std::uint32_t group) const {
    return std::span(cells_).subspan(cells_begin_[group], cells_begin_[group + 1] - cells_begin_[group]);
  }
  // The cells and constraints of one component, in the order of its groups and constraints.
  std::span<const sim::Cell> cells_of(const Component& component) const {
    return std::span(cells_).subspan(cells_begin_[component.first_group], component.cell_count);
  }
  std::span<const sim::Cell> constraint_cells_of(const Component& component) const {
    return std::span(constraint_cells_).subspan(component.first_constraint, component.constraint_count());
  }
  // The cells and constraints of all components, concatenated.
  std::span<const sim::Cell> cells() const { return cells_; }
  std::span<const sim::Cell> constraint_cells() const { return constraint_cells_; }

 private:
  friend class FrontierBuilder;
  friend class GraphFrontierBuilder;

  std::vector<std::uint32_t> component_first_group_{0};       // [component + 1]
  std::vector<std::uint32_t> component_first_constraint_{0};  // [component + 1]
  std::vector<std::uint8_t> sizes_;                           // [group]
  std::vector<sim::Cell> cells_;                              // group by group
  std::vector<std::uint32_t> cells_begin_{0};                 // [group + 1]
  std::vector<sim::Cell> constraint_cells_;                   // [constraint]
  std::vector<std::uint8_t> needs_;                           // [constraint]
  // The constraints of groups; the begins are absolute, the numbers local to the component.
  std::vector<std::uint32_t> group_begin_{0}, group_constraints_;
  bool has_wide_constraints_ = false;
};

}  // namespace sapper::solvers
