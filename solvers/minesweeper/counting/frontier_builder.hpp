// Finds the frontier's components on the board, each by a breadth-first search from one of its constraints.
//
// The search reaches an unknown cell through one of its constraints and then looks up the others. Cells of the same
// group are reached through the same constraint, so the groups are found by comparing what is shown around the few cells
// that one constraint reached first. Constraints are numbered in the order of the search. Cost: the neighbours of the
// cells and constraints found: see frontier_search.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"
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

// The numbers and cells of a view in which flags stand for mines, before any deduction. A byte for each cell, as the
// search for the frontier asks for most cells many times.
class FlaggedView {
 public:
  // flags: [cell], 0 or 1; empty: none. The view must outlive the object.
  FlaggedView(const sim::View& view, std::span<const std::uint8_t> flags)
      : grid_(view.grid()), cells_(sim::cells_of(view)) {
    for (sim::Cell cell = 0; cell < flags.size(); ++cell)
      if (flags[cell] != 0 && cells_[cell] == sim::kHidden) cells_[cell] = kFlag;
  }

  bool is_shown(sim::Cell cell) const { return cells_[cell] < sim::kHidden; }
  bool is_unknown(sim::Cell cell) const { return cells_[cell] == sim::kHidden; }
  int mines_needed(sim::Cell cell) const {
    int needed = cells_[cell];
    for (const sim::Cell neighbor : grid_.neighbors(cell)) needed -= cells_[neighbor] == kFlag;
    return std::max(needed, 0);
  }

 private:
  static constexpr std::uint8_t kFlag = sim::kHidden + 1;

  const sim::Grid& grid_;
  std::vector<std::uint8_t> cells_;  // [cell] its number, kHidden or kFlag
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
  template <class Search>
  bool append_component_by(Search search, sim::Cell constraint, Frontier& frontier);
  template <class Search>
  void add_constraint(const Search& search, sim::Cell cell, sim::Grid::Place place, std::uint32_t number,
                      Frontier& frontier);
  template <class Search>
  void add_cells_around(Search& search, sim::Cell constraint, Frontier& frontier);
  template <class Search>
  void add_group(const Search& search, sim::Cell cell, sim::Grid::Place place,
                 const typename Search::Shown& shown, Frontier& frontier);

  const sim::Grid* grid_;
  Windows windows_;
  FoundCells found_;
  std::vector<std::uint32_t> number_of_;  // [cell] group of an unknown cell, constraint within its component
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
  add_constraint(search, constraint, grid_->place_of(constraint), 0, frontier);
  // The list grows during the loop: it is the search's queue.
  for (std::size_t i = first_constraint; i < frontier.constraint_cells_.size(); ++i)
    add_cells_around(search, frontier.constraint_cells_[i], frontier);
  frontier.component_first_group_.push_back(static_cast<std::uint32_t>(frontier.sizes_.size()));
  frontier.component_first_constraint_.push_back(static_cast<std::uint32_t>(frontier.needs_.size()));
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

// Adds the cells that have not been found yet, in groups.
template <class Search>
void FrontierBuilder::add_cells_around(Search& search, sim::Cell constraint, Frontier& frontier) {
  struct Found {
    sim::Cell cell;
    std::uint32_t group;
  };
  std::array<Found, sim::kMaxNeighbors> cells;
  std::array<typename Search::Shown, sim::kMaxNeighbors> shown;  // [group]
  std::array<std::uint8_t, sim::kMaxNeighbors> sizes{};          // [group]
  std::uint32_t cell_count = 0;
  std::uint32_t group_count = 0;
  const auto first_group = static_cast<std::uint32_t>(frontier.sizes_.size());
  search.take_unknown_around(constraint, [&](sim::Cell cell, sim::Grid::Place place, std::uint32_t neighbor) {
    found_.insert(place);
    shown[group_count] = search.shown_around(cell, place, neighbor);
    std::uint32_t group = 0;
    while (!(shown[group] == shown[group_count])) ++group;
    if (group == group_count) add_group(search, cell, place, shown[group_count++], frontier);
    number_of_[cell] = first_group + group;
    ++sizes[group];
    cells[cell_count++] = {cell, group};
  });
  // The cells are listed group by group.
  std::uint32_t end = frontier.cells_begin_.back();
  std::array<std::uint32_t, sim::kMaxNeighbors> next;
  for (std::uint32_t group = 0; group < group_count; ++group) {
    next[group] = end;
    end += sizes[group];
    frontier.sizes_.push_back(sizes[group]);
    frontier.cells_begin_.push_back(end);
  }
  frontier.cells_.resize(end);
  for (const Found& found : std::span(cells).first(cell_count))
    frontier.cells_[next[found.group]++] = found.cell;
}

// Lists the constraints of a group, by one of its cells; new ones join the component.
template <class Search>
void FrontierBuilder::add_group(const Search& search, sim::Cell cell, sim::Grid::Place place,
                                const typename Search::Shown& shown, Frontier& frontier) {
  const std::uint32_t first_constraint = frontier.component_first_constraint_.back();
  search.visit_new(cell, place, shown, [&](sim::Cell constraint, sim::Grid::Place its_place) {
    add_constraint(search, constraint, its_place,
                   static_cast<std::uint32_t>(frontier.constraint_cells_.size()) - first_constraint,
                   frontier);
  });
  std::array<std::uint32_t, sim::kMaxNeighbors> constraints;  // ascending
  std::uint32_t count = 0;
  search.visit(cell, place, shown, [&](sim::Cell constraint) {
    const std::uint32_t number = number_of_[constraint];
    std::uint32_t i = count++;
    for (; i > 0 && constraints[i - 1] > number; --i) constraints[i] = constraints[i - 1];
    constraints[i] = number;
  });
  frontier.group_constraints_.insert(frontier.group_constraints_.end(), constraints.begin(),
                                     constraints.begin() + count);
  frontier.group_begin_.push_back(static_cast<std::uint32_t>(frontier.group_constraints_.size()));
}

}  // namespace sapper::solvers
