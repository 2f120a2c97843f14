// GraphRules deduce certain cells of a position on a graph by rules that each look at one shown number: if it needs no more
// mines, its unknown cells are safe; if it needs as many as it has unknown cells, all are mines.
//
// LocalRules do the same on the planes of a grid. Cost: the edges at cells that become known.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/graph.hpp"

namespace sapper::solvers {

class GraphRules {
 public:
  // Before any deduction from numbers. ignored: shown cells whose numbers do not count: they are only safe. The position
  // must outlive the object.
  explicit GraphRules(const sim::GraphPosition& position, std::span<const sim::Cell> ignored = {});

  // Applies the rules to a fixed point; false if a number cannot be met. Afterwards numbers with unknown cells need at
  // least one mine, and fewer than there are such cells.
  [[nodiscard]] bool propagate();

  const sim::Graph& graph() const { return *position_->graph; }
  bool is_shown(sim::Cell cell) const { return states_[cell] == State::shown; }
  bool is_unknown(sim::Cell cell) const { return states_[cell] == State::unknown; }
  bool is_mine(sim::Cell cell) const { return states_[cell] == State::mine; }
  bool is_safe(sim::Cell cell) const { return states_[cell] == State::safe; }
  // Of a shown cell: the mines among its unknown cells, and the number of these.
  int mines_needed(sim::Cell cell) const { return needed_[cell]; }
  int unknown_count(sim::Cell cell) const { return unknown_around_[cell]; }

  // Of the whole board.
  std::uint32_t unknown_count() const { return unknown_count_; }
  std::uint32_t mine_count() const { return mine_count_; }

 private:
  enum class State : std::uint8_t { unknown, safe, mine, shown };

  void learn(sim::Cell cell, State state);

  const sim::GraphPosition* position_;
  std::vector<State> states_;                 // [cell]
  std::vector<std::int16_t> needed_;          // [cell], of shown ones
  std::vector<std::int16_t> unknown_around_;  // [cell], of shown ones
  std::vector<sim::Cell> queue_;              // shown cells around which something has changed
  std::uint32_t unknown_count_ = 0;
  std::uint32_t mine_count_ = 0;
};

}  // namespace sapper::solvers
