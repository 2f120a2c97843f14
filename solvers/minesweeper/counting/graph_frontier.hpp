// Finds the frontier's components of a position on a graph: FrontierBuilder's counterpart for boards of any shape.
//
// A breadth-first search from constraint to constraint. Cells under the same constraints are first reached through the
// same one, so groups are found by comparing the few cells that each constraint reaches first. Groups have at most eight
// cells, as the counters expect; cells beyond that form further groups under the same constraints. Cost: the edges at the
// cells and constraints found, and for each constraint the pairs of its cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/deduction/graph_rules.hpp"

namespace sapper::solvers {

class GraphFrontierBuilder {
 public:
  explicit GraphFrontierBuilder(const sim::Graph& graph)
      : found_in_(graph.cell_count(), 0), number_of_(graph.cell_count(), 0) {}

  // The whole frontier, components in the order of their first constraints.
  void build(const GraphRules& knowledge, Frontier& frontier);

  // Component by component: after start(), each component is found once. Appends the component that has the given cell
  // as a constraint, if it is one and was not found before.
  void start();
  bool append_component(const GraphRules& knowledge, sim::Cell constraint, Frontier& frontier);

  // The group of a frontier cell, in the frontier to which its component was last appended.
  std::uint32_t group_of(sim::Cell cell) const { return number_of_[cell]; }
  // Copies the group_of() of another builder of the same graph.
  void copy_numbers(const GraphFrontierBuilder& other) { number_of_ = other.number_of_; }
  // Whether the cell, unknown or a constraint, was found since start().
  bool has_found(sim::Cell cell) const { return found_in_[cell] == round_; }

 private:
  void add_constraint(const GraphRules& knowledge, sim::Cell cell, Frontier& frontier);
  void add_cells_around(const GraphRules& knowledge, sim::Cell constraint, Frontier& frontier);
  std::span<const sim::Cell> constraints_of(std::size_t reached) const {
    return std::span(constraints_).subspan(begins_[reached], begins_[reached + 1] - begins_[reached]);
  }

  std::vector<std::uint32_t> found_in_;   // [cell] the last round in which it was found
  std::uint32_t round_ = 1;               // the number of the last start()
  std::vector<std::uint32_t> number_of_;  // [cell] group of an unknown cell, constraint within its component
  // Scratch: the cells that a constraint is the first to reach, and the shown cells that see each.
  std::vector<sim::Cell> reached_;
  std::vector<std::size_t> begins_;  // [reached + 1] into constraints_
  std::vector<sim::Cell> constraints_;
  std::vector<std::uint8_t> is_grouped_;  // [reached]
};

}  // namespace sapper::solvers
