#include "solvers/minesweeper/counting/graph_frontier.hpp"

#include <algorithm>

namespace sapper::solvers {
namespace {

constexpr std::uint32_t kMostCellsOfGroup = 8;

}  // namespace

void GraphFrontierBuilder::build(const GraphRules& knowledge, Frontier& frontier) {
  start();
  frontier.clear();
  for (sim::Cell cell = 0; cell < found_in_.size(); ++cell) append_component(knowledge, cell, frontier);
}

void GraphFrontierBuilder::start() {
  if (++round_ != 0) return;
  std::ranges::fill(found_in_, 0);
  round_ = 1;
}

bool GraphFrontierBuilder::append_component(const GraphRules& knowledge, sim::Cell constraint,
                                            Frontier& frontier) {
  if (has_found(constraint) || !knowledge.is_open_constraint(constraint)) return false;
  const std::size_t first_constraint = frontier.constraint_cells_.size();
  add_constraint(knowledge, constraint, frontier);
  // The list grows during the loop: it is the search's queue.
  for (std::size_t i = first_constraint; i < frontier.constraint_cells_.size(); ++i)
    add_cells_around(knowledge, frontier.constraint_cells_[i], frontier);
  frontier.component_first_group_.push_back(static_cast<std::uint32_t>(frontier.sizes_.size()));
  frontier.component_first_constraint_.push_back(static_cast<std::uint32_t>(frontier.needs_.size()));
  return true;
}

void GraphFrontierBuilder::add_constraint(const GraphRules& knowledge, sim::Cell cell, Frontier& frontier) {
  found_in_[cell] = round_;
  number_of_[cell] = static_cast<std::uint32_t>(frontier.constraint_cells_.size()) -
                     frontier.component_first_constraint_.back();
  frontier.constraint_cells_.push_back(cell);
  frontier.needs_.push_back(static_cast<std::uint8_t>(std::max(knowledge.mines_needed(cell), 0)));
  frontier.has_wide_constraints_ |= knowledge.unknown_neighbors(cell) > static_cast<int>(kMostCellsOfGroup);
}

// Adds the cells that have not been found yet, in groups, and the constraints that they are the first to reach.
void GraphFrontierBuilder::add_cells_around(const GraphRules& knowledge, sim::Cell constraint,
                                            Frontier& frontier) {
  reached_.clear();
  constraints_.clear();
  begins_.assign(1, 0);
  for (const sim::Cell cell : knowledge.graph().sees(constraint)) {
    if (!knowledge.is_unknown(cell) || has_found(cell)) continue;
    found_in_[cell] = round_;
    reached_.push_back(cell);
    for (const sim::Cell number : knowledge.graph().seen_by(cell)) {
      if (!knowledge.is_shown(number)) continue;
      constraints_.push_back(number);
      if (!has_found(number)) add_constraint(knowledge, number, frontier);
    }
    begins_.push_back(constraints_.size());
  }
  is_grouped_.assign(reached_.size(), 0);
  for (std::size_t first = 0; first < reached_.size(); ++first) {
    if (is_grouped_[first] != 0) continue;
    const auto group = static_cast<std::uint32_t>(frontier.sizes_.size());
    std::uint32_t size = 0;
    for (std::size_t other = first; other < reached_.size() && size < kMostCellsOfGroup; ++other) {
      if (is_grouped_[other] != 0 || !std::ranges::equal(constraints_of(first), constraints_of(other)))
        continue;
      is_grouped_[other] = 1;
      number_of_[reached_[other]] = group;
      frontier.cells_.push_back(reached_[other]);
      ++size;
    }
    frontier.sizes_.push_back(static_cast<std::uint8_t>(size));
    frontier.cells_begin_.push_back(static_cast<std::uint32_t>(frontier.cells_.size()));
    const std::size_t begin = frontier.group_constraints_.size();
    for (const sim::Cell number : constraints_of(first))
      frontier.group_constraints_.push_back(number_of_[number]);
    std::sort(frontier.group_constraints_.begin() + static_cast<std::ptrdiff_t>(begin),
              frontier.group_constraints_.end());
    frontier.group_begin_.push_back(static_cast<std::uint32_t>(frontier.group_constraints_.size()));
  }
}

}  // namespace sapper::solvers
