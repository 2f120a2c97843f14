#include "solvers/minesweeper/frontier.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace sapper::solvers {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFF;
constexpr std::uint32_t kUnconstrained = 0;  // the draft of cells that no constraint has met yet

// Turns counts at [i + 1] into begins at [i].
void accumulate_begins(std::vector<std::uint32_t>& counts) {
  std::partial_sum(counts.begin(), counts.end(), counts.begin());
}

}  // namespace

Frontier::Frontier(const sim::Grid& grid) : grid_(&grid), group_of_(grid.cell_count(), kNoGroup) {}

void Frontier::build(const LocalRules& knowledge) {
  start();
  std::array<sim::Cell, sim::kMaxNeighbors> cells;
  for (sim::Cell cell = 0; cell < grid_->cell_count(); ++cell) {
    if (!knowledge.is_open_constraint(cell)) continue;
    std::size_t count = 0;
    for (const sim::Cell neighbor : grid_->neighbors(cell)) {
      cells[count] = neighbor;
      count += knowledge.is_unknown(neighbor);
    }
    add_constraint(cell, static_cast<std::uint8_t>(knowledge.mines_needed(cell)),
                   std::span(cells.data(), count));
  }
  finish();
}

void Frontier::start() {
  for (const sim::Cell cell : found_cells_) group_of_[cell] = kNoGroup;
  found_cells_.clear();
  found_constraints_.clear();
  found_needs_.clear();
  drafts_.clear();
  drafts_.push_back({kNone, kNone, 0, kNone, kNone, kNone});
}

void Frontier::add_constraint(sim::Cell constraint_cell, std::uint8_t need,
                              std::span<const sim::Cell> cells) {
  const auto constraint = static_cast<std::uint32_t>(found_constraints_.size());
  found_constraints_.push_back(constraint_cell);
  found_needs_.push_back(need);
  for (const sim::Cell cell : cells) {
    std::uint32_t from = group_of_[cell];
    if (from == kNoGroup) {
      found_cells_.push_back(cell);
      from = kUnconstrained;
    } else {
      --drafts_[from].cell_count;
    }
    if (drafts_[from].split_by != constraint) {
      drafts_[from].split_by = constraint;
      drafts_[from].split_to = static_cast<std::uint32_t>(drafts_.size());
      drafts_.push_back({from, constraint, 0, kNone, kNone, kNone});
    }
    const std::uint32_t to = drafts_[from].split_to;
    ++drafts_[to].cell_count;
    group_of_[cell] = to;
  }
}

void Frontier::finish() {
  find_components();
  number_constraints();
  number_groups();
  fill_incidence();
  fill_cells();
}

Component Frontier::component(std::uint32_t index) const {
  const std::uint32_t first_group = component_first_group_[index];
  const std::uint32_t groups = component_first_group_[index + 1] - first_group;
  const std::uint32_t first_constraint = component_first_constraint_[index];
  const std::uint32_t constraints = component_first_constraint_[index + 1] - first_constraint;
  Component component;
  component.needs = std::span(needs_).subspan(first_constraint, constraints);
  component.sizes = std::span(sizes_).subspan(first_group, groups);
  component.group_begin = std::span(group_begin_).subspan(first_group, groups + 1);
  component.group_constraints = group_constraints_;
  component.constraint_begin = std::span(constraint_begin_).subspan(first_constraint, constraints + 1);
  component.constraint_groups = constraint_groups_;
  component.first_group = first_group;
  component.first_constraint = first_constraint;
  component.cell_count = cells_begin_[first_group + groups] - cells_begin_[first_group];
  return component;
}

std::uint32_t Frontier::root_of(std::uint32_t constraint) {
  while (parent_[constraint] != constraint) {
    parent_[constraint] = parent_[parent_[constraint]];
    constraint = parent_[constraint];
  }
  return constraint;
}

void Frontier::find_components() {
  const auto constraints = static_cast<std::uint32_t>(found_constraints_.size());
  parent_.resize(constraints);
  std::iota(parent_.begin(), parent_.end(), 0U);
  // Cells of a draft, even if others have taken them all since, are under its constraint and its parent's.
  for (const Draft& draft : drafts_) {
    if (draft.parent == kNone || draft.parent == kUnconstrained) continue;
    const std::uint32_t a = root_of(draft.last);
    const std::uint32_t b = root_of(drafts_[draft.parent].last);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  // A root is its component's first constraint, so components are numbered in the order of their first
  // constraints.
  component_of_.resize(constraints);
  component_first_constraint_.assign(1, 0);
  for (std::uint32_t constraint = 0; constraint < constraints; ++constraint) {
    const std::uint32_t root = root_of(constraint);
    if (root == constraint) {
      component_of_[constraint] = static_cast<std::uint32_t>(component_first_constraint_.size()) - 1;
      component_first_constraint_.push_back(0);
    } else {
      component_of_[constraint] = component_of_[root];
    }
    ++component_first_constraint_[component_of_[constraint] + 1];
  }
  accumulate_begins(component_first_constraint_);
}

void Frontier::number_constraints() {
  const auto constraints = static_cast<std::uint32_t>(found_constraints_.size());
  next_.assign(component_first_constraint_.begin(), component_first_constraint_.end());
  renumbered_.resize(constraints);
  constraint_cells_.resize(constraints);
  needs_.resize(constraints);
  for (std::uint32_t found = 0; found < constraints; ++found) {
    const std::uint32_t number = next_[component_of_[found]]++;
    renumbered_[found] = number - component_first_constraint_[component_of_[found]];
    constraint_cells_[number] = found_constraints_[found];
    needs_[number] = found_needs_[found];
  }
}

void Frontier::number_groups() {
  const std::size_t components = component_first_constraint_.size() - 1;
  component_first_group_.assign(components + 1, 0);
  std::uint32_t groups = 0;
  for (const Draft& draft : drafts_) {
    if (draft.cell_count == 0) continue;
    ++component_first_group_[component_of_[draft.last] + 1];
    ++groups;
  }
  accumulate_begins(component_first_group_);
  next_.assign(component_first_group_.begin(), component_first_group_.end());
  draft_of_group_.resize(groups);
  for (std::uint32_t index = 0; index < drafts_.size(); ++index) {
    Draft& draft = drafts_[index];
    if (draft.cell_count == 0) continue;
    draft.group = next_[component_of_[draft.last]]++;
    draft_of_group_[draft.group] = index;
  }
}

void Frontier::fill_incidence() {
  const std::size_t components = component_first_constraint_.size() - 1;
  const auto constraints = static_cast<std::uint32_t>(found_constraints_.size());
  const auto groups = static_cast<std::uint32_t>(draft_of_group_.size());
  sizes_.resize(groups);
  cells_begin_.resize(groups + 1);
  cells_begin_[0] = 0;
  group_begin_.resize(groups + 1);
  group_constraints_.clear();
  constraint_begin_.assign(constraints + 1, 0);
  for (std::uint32_t group = 0; group < groups; ++group) {
    const Draft& draft = drafts_[draft_of_group_[group]];
    const std::uint32_t first_constraint = component_first_constraint_[component_of_[draft.last]];
    sizes_[group] = static_cast<std::uint8_t>(draft.cell_count);
    cells_begin_[group + 1] = cells_begin_[group] + draft.cell_count;
    group_begin_[group] = static_cast<std::uint32_t>(group_constraints_.size());
    for (std::uint32_t d = draft_of_group_[group]; d != kUnconstrained; d = drafts_[d].parent) {
      const std::uint32_t constraint = renumbered_[drafts_[d].last];
      group_constraints_.push_back(constraint);
      ++constraint_begin_[first_constraint + constraint + 1];
    }
    std::reverse(group_constraints_.begin() + group_begin_[group], group_constraints_.end());
  }
  group_begin_[groups] = static_cast<std::uint32_t>(group_constraints_.size());

  accumulate_begins(constraint_begin_);
  next_.assign(constraint_begin_.begin(), constraint_begin_.end());
  constraint_groups_.resize(group_constraints_.size());
  for (std::size_t component = 0; component < components; ++component) {
    const std::uint32_t first_group = component_first_group_[component];
    for (std::uint32_t group = first_group; group < component_first_group_[component + 1]; ++group)
      for (std::uint32_t i = group_begin_[group]; i < group_begin_[group + 1]; ++i)
        constraint_groups_[next_[component_first_constraint_[component] + group_constraints_[i]]++] =
            group - first_group;
  }
}

void Frontier::fill_cells() {
  next_.assign(cells_begin_.begin(), cells_begin_.end());
  cells_.resize(found_cells_.size());
  for (const sim::Cell cell : found_cells_) {
    const std::uint32_t group = drafts_[group_of_[cell]].group;
    group_of_[cell] = group;
    cells_[next_[group]++] = cell;
  }
}

}  // namespace sapper::solvers
