#include "solvers/minesweeper/counting/frontier_builder.hpp"

#include <algorithm>
#include <numeric>

namespace sapper::solvers {

// The groups from first_group on are those of cells met first by the same constraint.
void FrontierBuilder::add_to_group(sim::Cell cell, std::size_t first_group, Frontier& frontier) {
  const auto begin = constraints_.begin();
  const auto end = begin + constraint_count_;
  std::size_t group = first_group;
  for (; group < frontier.sizes_.size(); ++group) {
    const auto of_group = frontier.group_constraints_.begin() + frontier.group_begin_[group];
    if (frontier.group_begin_[group + 1] - frontier.group_begin_[group] == constraint_count_ &&
        std::equal(begin, end, of_group))
      break;
  }
  number_of_[cell] = static_cast<std::uint32_t>(group);
  if (group < frontier.sizes_.size()) {
    ++frontier.sizes_[group];
    return;
  }
  frontier.sizes_.push_back(1);
  frontier.group_constraints_.insert(frontier.group_constraints_.end(), begin, end);
  frontier.group_begin_.push_back(static_cast<std::uint32_t>(frontier.group_constraints_.size()));
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
  const std::uint32_t first_incidence = frontier.group_begin_[first_group];
  const auto& incidences = frontier.group_constraints_;
  // Counts at [constraint + 1], then begins at [constraint].
  frontier.constraint_begin_.resize(frontier.needs_.size() + 1, 0);
  std::uint32_t* const begins = frontier.constraint_begin_.data() + first_constraint;
  for (std::size_t i = first_incidence; i < incidences.size(); ++i) ++begins[incidences[i] + 1];
  std::partial_sum(begins, frontier.constraint_begin_.data() + frontier.constraint_begin_.size(), begins);

  next_.assign(begins, frontier.constraint_begin_.data() + frontier.constraint_begin_.size());
  frontier.constraint_groups_.resize(incidences.size());
  const auto groups = static_cast<std::uint32_t>(frontier.sizes_.size()) - first_group;
  for (std::uint32_t group = 0; group < groups; ++group)
    for (std::uint32_t i = frontier.group_begin_[first_group + group];
         i < frontier.group_begin_[first_group + group + 1]; ++i)
      frontier.constraint_groups_[next_[incidences[i]]++] = group;
}

}  // namespace sapper::solvers
