#include "solvers/minesweeper/counting/frontier_builder.hpp"

#include <numeric>

namespace sapper::solvers {

// The groups from first_group on are those of cells met first by the same constraint.
void FrontierBuilder::add_to_group(sim::Cell cell, std::size_t first_group, Frontier& frontier) {
  std::size_t group = first_group;
  while (group < frontier.sizes_.size() && !is_under_current_constraints(group, frontier)) ++group;
  number_of_[cell] = static_cast<std::uint32_t>(group);
  if (group < frontier.sizes_.size()) {
    ++frontier.sizes_[group];
    return;
  }
  frontier.sizes_.push_back(1);
  for (std::uint32_t i = 0; i < constraint_count_; ++i)
    frontier.group_constraints_.push_back(constraints_[i]);
  frontier.group_begin_.push_back(static_cast<std::uint32_t>(frontier.group_constraints_.size()));
}

bool FrontierBuilder::is_under_current_constraints(std::size_t group, const Frontier& frontier) const {
  const std::uint32_t begin = frontier.group_begin_[group];
  if (frontier.group_begin_[group + 1] - begin != constraint_count_) return false;
  // For so few numbers a call of memcmp() would cost more.
  for (std::uint32_t i = 0; i < constraint_count_; ++i)
    if (frontier.group_constraints_[begin + i] != constraints_[i]) return false;
  return true;
}

void FrontierBuilder::finish_component(Frontier& frontier) {
  list_cells(frontier);
  list_groups_of_constraints(frontier);
  frontier.component_first_group_.push_back(static_cast<std::uint32_t>(frontier.sizes_.size()));
  frontier.component_first_constraint_.push_back(static_cast<std::uint32_t>(frontier.needs_.size()));
}

void FrontierBuilder::list_cells(Frontier& frontier) {
  const std::uint32_t first_group = frontier.component_first_group_.back();
  next_.clear();
  for (std::size_t group = first_group; group < frontier.sizes_.size(); ++group) {
    next_.push_back(frontier.cells_begin_.back());
    frontier.cells_begin_.push_back(frontier.cells_begin_.back() + frontier.sizes_[group]);
  }
  frontier.cells_.resize(frontier.cells_begin_.back());
  for (const sim::Cell cell : found_cells_) frontier.cells_[next_[number_of_[cell] - first_group]++] = cell;
}

void FrontierBuilder::list_groups_of_constraints(Frontier& frontier) {
  const std::uint32_t first_group = frontier.component_first_group_.back();
  const std::uint32_t first_constraint = frontier.component_first_constraint_.back();
  const std::vector<std::uint32_t>& incidences = frontier.group_constraints_;
  const std::size_t constraints = frontier.needs_.size() - first_constraint;
  // Counts at [constraint + 2], then begins at [constraint + 1]: filling turns these into ends, which are begins at
  // [constraint].
  frontier.constraint_begin_.resize(frontier.needs_.size() + 2, 0);
  std::uint32_t* const begins = frontier.constraint_begin_.data() + first_constraint;
  begins[1] = frontier.group_begin_[first_group];
  for (std::size_t i = begins[1]; i < incidences.size(); ++i) ++begins[incidences[i] + 2];
  std::partial_sum(begins + 1, begins + constraints + 1, begins + 1);

  frontier.constraint_groups_.resize(incidences.size());
  std::uint32_t* const groups_of = frontier.constraint_groups_.data();
  const auto groups = static_cast<std::uint32_t>(frontier.sizes_.size()) - first_group;
  std::uint32_t i = frontier.group_begin_[first_group];
  for (std::uint32_t group = 0; group < groups; ++group)
    for (const std::uint32_t end = frontier.group_begin_[first_group + group + 1]; i < end; ++i)
      groups_of[begins[incidences[i] + 1]++] = group;
  frontier.constraint_begin_.pop_back();
}

}  // namespace sapper::solvers
