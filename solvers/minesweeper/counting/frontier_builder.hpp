// Finds the frontier's components on the board, each by a breadth-first search from one of its constraints.
//
// The search reaches an unknown cell through one of its constraints and then looks up the others. Cells of the same
// group are reached through the same constraint, so the groups are found by comparing the few cells that one constraint
// reached first. Constraints are numbered in the order of the search. Cost: the neighbours of the cells and constraints
// found: see frontier_search.hpp.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <vector>

#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/counting/frontier_search.hpp"

namespace sapper::solvers {

// Which cells are unknown, which show a number, and how many mines such a number still needs among its unknown
// neighbours. The counters require needs of 1 to 7, which the local rules ensure.
template <class Knowledge>
concept FrontierKnowledge = requires(const Knowledge& knowledge, sim::Cell cell) {
  { knowledge.is_unknown(cell) } -> std::same_as<bool>;
  { knowledge.is_shown(cell) } -> std::same_as<bool>;
  { knowledge.mines_needed(cell) } -> std::convertible_to<int>;
};

class FrontierBuilder {
 public:
  // The grid must outlive the object.
  explicit FrontierBuilder(const sim::Grid& grid)
      : grid_(&grid), windows_(grid), found_(grid), number_of_(grid.cell_count(), 0) {}

  // The whole frontier, components in the order of their first constraints on the board.
  template <FrontierKnowledge Knowledge>
  void build(const Knowledge& knowledge, Frontier& frontier);

  // Component by component: after start(), each component is found once. Appends the component that has the given cell
  // as a constraint, if it is one and its component has not been found yet.
  void start() { found_.clear(); }
  template <FrontierKnowledge Knowledge>
  bool append_component(const Knowledge& knowledge, sim::Cell constraint, Frontier& frontier);

  // The group of a frontier cell, in the frontier to which its component was last appended.
  std::uint32_t group_of(sim::Cell cell) const { return number_of_[cell]; }
  // Copies the group_of() of another builder of the same grid.
  void copy_numbers(const FrontierBuilder& other) { number_of_ = other.number_of_; }
  // Whether the cell, unknown or a constraint, was found since start().
  bool has_found(sim::Cell cell) const { return found_.contains(cell); }

 private:
  using ConstraintSet = std::array<std::uint32_t, sim::kMaxNeighbors>;  // ascending

  template <class Search>
  bool append_component_by(Search search, sim::Cell constraint, Frontier& frontier);
  template <class Search>
  void add_constraint(const Search& search, sim::Cell cell, sim::Grid::Place place, std::uint32_t number,
                      Frontier& frontier);
  template <class Search>
  void find_constraints_of(const Search& search, sim::Cell cell, sim::Grid::Place place, Frontier& frontier);
  void add_to_group(sim::Cell cell, std::size_t first_group, Frontier& frontier);
  bool is_under_current_constraints(std::size_t group, const Frontier& frontier) const;
  void finish_component(Frontier& frontier);
  void list_cells(Frontier& frontier);
  void list_groups_of_constraints(Frontier& frontier);

  const sim::Grid* grid_;
  Windows windows_;
  FoundCells found_;
  std::vector<std::uint32_t> number_of_;  // [cell] group of an unknown cell, constraint within its component
  std::vector<sim::Cell> found_cells_;    // unknown cells of the current component, as found
  ConstraintSet constraints_{};           // of the current cell
  std::uint32_t constraint_count_ = 0;
  std::vector<std::uint32_t> next_;          // the next free entry of each bucket
  std::vector<sim::Cell> open_constraints_;  // of the board, for build()
};

template <FrontierKnowledge Knowledge>
void FrontierBuilder::build(const Knowledge& knowledge, Frontier& frontier) {
  start();
  frontier.clear();
  if constexpr (requires { knowledge.list_open_constraints(open_constraints_); }) {
    knowledge.list_open_constraints(open_constraints_);
    for (const sim::Cell cell : open_constraints_) append_component(knowledge, cell, frontier);
  } else {
    for (sim::Cell cell = 0; cell < grid_->cell_count(); ++cell) append_component(knowledge, cell, frontier);
  }
}

template <FrontierKnowledge Knowledge>
bool FrontierBuilder::append_component(const Knowledge& knowledge, sim::Cell constraint, Frontier& frontier) {
  if (has_found(constraint) || !knowledge.is_shown(constraint)) return false;
  if constexpr (std::same_as<Knowledge, LocalRules>)
    if (windows_.are_ordered())
      return append_component_by(PlaneSearch(windows_, knowledge, found_), constraint, frontier);
  return append_component_by(CellSearch(*grid_, knowledge, found_), constraint, frontier);
}

template <class Search>
bool FrontierBuilder::append_component_by(Search search, sim::Cell constraint, Frontier& frontier) {
  if (!search.has_unknown_around(constraint)) return false;
  const std::size_t first_constraint = frontier.constraint_cells_.size();
  found_cells_.clear();
  add_constraint(search, constraint, grid_->place_of(constraint), 0, frontier);
  // The list grows during the loop: it is the search's queue.
  for (std::size_t i = first_constraint; i < frontier.constraint_cells_.size(); ++i) {
    const std::size_t first_group = frontier.sizes_.size();
    search.take_unknown_around(frontier.constraint_cells_[i], [&](sim::Cell cell, sim::Grid::Place place) {
      found_.insert(place);
      found_cells_.push_back(cell);
      find_constraints_of(search, cell, place, frontier);
      add_to_group(cell, first_group, frontier);
    });
  }
  finish_component(frontier);
  return true;
}

template <class Search>
void FrontierBuilder::add_constraint(const Search& search, sim::Cell cell, sim::Grid::Place place,
                                     std::uint32_t number, Frontier& frontier) {
  found_.insert(place);
  number_of_[cell] = number;
  frontier.constraint_cells_.push_back(cell);
  frontier.needs_.push_back(static_cast<std::uint8_t>(search.mines_needed(cell, place)));
}

// Fills constraints_; new ones join the component.
template <class Search>
void FrontierBuilder::find_constraints_of(const Search& search, sim::Cell cell, sim::Grid::Place place,
                                          Frontier& frontier) {
  const std::uint32_t first_constraint = frontier.component_first_constraint_.back();
  std::uint32_t count = 0;
  search.visit_shown_around(
      cell, place,
      [&](sim::Cell constraint, sim::Grid::Place its_place) {
        add_constraint(search, constraint, its_place,
                       static_cast<std::uint32_t>(frontier.constraint_cells_.size()) - first_constraint,
                       frontier);
      },
      [&](sim::Cell constraint) {
        const std::uint32_t number = number_of_[constraint];
        std::uint32_t i = count++;
        for (; i > 0 && constraints_[i - 1] > number; --i) constraints_[i] = constraints_[i - 1];
        constraints_[i] = number;
      });
  constraint_count_ = count;
}

}  // namespace sapper::solvers
