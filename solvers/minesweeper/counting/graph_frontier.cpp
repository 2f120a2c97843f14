#include "solvers/minesweeper/counting/graph_frontier.hpp"

#include <algorithm>

namespace sapper::solvers {
namespace {

constexpr std::uint32_t kMostCellsOfGroup = 8;

}  // namespace

void GraphFrontierBuilder::build(const GraphRules& knowledge, Frontier& frontier) {
  std::ranges::fill(is_found_, 0);
  frontier.clear();
  for (sim::Cell cell = 0; cell < is_found_.size(); ++cell) append_component(knowledge, cell, frontier);
}

bool GraphFrontierBuilder::append_component(const GraphRules& knowledge, sim::Cell constraint,
                                            Frontier& frontier) {
  if (is_found_[constraint] != 0 || !knowledge.is_shown(constraint) ||
      knowledge.unknown_count(constraint) == 0)
    return false;
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
  is_found_[cell] = 1;
  number_of_[cell] = static_cast<std::uint32_t>(frontier.constraint_cells_.size()) -
                     frontier.component_first_constraint_.back();
  frontier.constraint_cells_.push_back(cell);
  frontier.needs_.push_back(static_cast<std::uint8_t>(std::max(knowledge.mines_needed(cell), 0)));
  frontier.has_wide_constraints_ |= knowledge.unknown_count(cell) > static_cast<int>(kMostCellsOfGroup);
}

// Adds the cells that have not been found yet, in groups, and the constraints that they are the first to reach.
void GraphFrontierBuilder::add_cells_around(const GraphRules& knowledge, sim::Cell constraint,
                                            Frontier& frontier) {
  reached_.clear();
  constraints_.clear();
  begins_.assign(1, 0);
  for (const sim::Cell cell : knowledge.graph().sees(constraint)) {
    if (!knowledge.is_unknown(cell) || is_found_[cell] != 0) continue;
    is_found_[cell] = 1;
    reached_.push_back(cell);
    for (const sim::Cell number : knowledge.graph().seen_by(cell)) {
      if (!knowledge.is_shown(number)) continue;
      constraints_.push_back(number);
      if (is_found_[number] == 0) add_constraint(knowledge, number, frontier);
    }
    begins_.push_back(constraints_.size());
  }
  is_grouped_.assign(reached_.size(), 0);
  for (std::size_t first = 0; first < reached_.size(); ++first) {
    if (is_grouped_[first] != 0) continue;
    std::uint32_t size = 0;
    for (std::size_t other = first; other < reached_.size() && size < kMostCellsOfGroup; ++other) {
      if (is_grouped_[other] != 0 || !std::ranges::equal(constraints_of(first), constraints_of(other)))
        continue;
      is_grouped_[other] = 1;
      frontier.cells_.push_back(reached_[other]);
      ++size;
    }
    frontier.sizes_.push_back(static_cast<std::uint8_t>(size));
    frontier.cells_begin_.push_back(static_cast<std::uint32_t>(frontier.cells_.size()));
    numbers_.clear();
    for (const sim::Cell number : constraints_of(first)) numbers_.push_back(number_of_[number]);
    std::ranges::sort(numbers_);
    frontier.group_constraints_.insert(frontier.group_constraints_.end(), numbers_.begin(), numbers_.end());
    frontier.group_begin_.push_back(static_cast<std::uint32_t>(frontier.group_constraints_.size()));
  }
}

}  // namespace sapper::solvers
