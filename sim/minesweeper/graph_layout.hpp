// A layout on a graph: the mines, and the number of each cell. Layout's counterpart for boards of any shape.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/graph.hpp"

namespace sapper::sim {

class GraphLayout {
 public:
  // No mines. The graph must outlive the layout.
  explicit GraphLayout(const Graph& graph);

  bool is_mine(Cell cell) const { return is_mine_[cell] != 0; }
  std::span<const Cell> mines() const { return mines_; }              // in no particular order, each once
  std::span<const std::uint8_t> numbers() const { return numbers_; }  // [cell], of mines too

  void add_mine(Cell cell);     // must not be a mine
  void remove_mine(Cell cell);  // must be a mine
  // Replaces the mines by these, each listed once.
  void set_mines(std::span<const Cell> mines);

 private:
  const Graph* graph_;
  std::vector<std::uint8_t> is_mine_;  // [cell]
  std::vector<std::uint8_t> numbers_;  // [cell]
  std::vector<Cell> mines_;
};

}  // namespace sapper::sim
