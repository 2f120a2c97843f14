// The unknown cells away from the frontier, which all have the same risk, by what surrounds them: the cells that their
// numbers would count.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "sim/minesweeper/cell_planes.hpp"
#include "solvers/minesweeper/deduction/graph_rules.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"

namespace sapper::solvers {

// Found in bit planes.
class AwayCells {
 public:
  // The grid must outlive the object.
  explicit AwayCells(const sim::Grid& grid);

  // The knowledge is at a fixed point of the local rules; its certain cells are all shown or known mines.
  void find(const LocalRules& knowledge);

  // Calls visit(cell, is_by_mine) with those that have neighbours on the frontier; is_by_mine: also a known mine.
  template <class Visit>
  void visit_near(Visit visit) const {
    for_each_in(near_,
                [&](sim::Cell cell, sim::Grid::Place place) { visit(cell, by_mine_.contains(place)); });
  }
  // Calls visit(cell) with the others that have known mines as neighbours.
  template <class Visit>
  void visit_far_by_mine(Visit visit) const {
    for_each_in(far_by_mine_, [&](sim::Cell cell, sim::Grid::Place) { visit(cell); });
  }
  // All other cells are surrounded by cells of the same kind. Calls visit(cell, neighbours) for each number of neighbours,
  // from the lowest on, with the first such cell on the board that has this number, until it returns false.
  template <class Visit>
  void visit_clear(Visit visit) const {
    for (const Class& some : classes_) {
      const sim::Cell cell = first_in(some.cells);
      if (cell != sim::kNoCell && !visit(cell, some.neighbors)) return;
    }
  }

 private:
  // The cells of the board with this number of neighbours.
  struct Class {
    int neighbors;
    sim::CellPlane cells;
  };

  sim::Cell first_in(const sim::CellPlane& cells) const;
  template <class Visit>
  void for_each_in(const sim::CellPlane& cells, Visit visit) const;

  const sim::Grid* grid_;
  std::vector<Class> classes_;
  sim::CellPlane near_, far_by_mine_, clear_;
  sim::CellPlane by_mine_;
  sim::CellPlane some_, around_;  // scratch of find()
};

template <class Visit>
void AwayCells::for_each_in(const sim::CellPlane& cells, Visit visit) const {
  for (std::uint32_t strip = 0; strip < grid_->strip_count(); ++strip)
    for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(grid_->rows()); ++row) {
      const std::uint32_t word = grid_->word_at(row, strip);
      for (std::uint32_t left = cells[word]; left != 0; left &= left - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(left));
        visit(grid_->first_cells()[word] + bit, sim::Grid::Place{word, bit});
      }
    }
}

// Does on graphs what AwayCells does on grids. Where a graph is directed, what a cell sees need not see it. Cost: all cells,
// and the edges at the unknown ones.
class GraphAwayCells {
 public:
  explicit GraphAwayCells(const sim::Graph& graph)
      : is_on_frontier_(graph.cell_count(), 0), clear_(sim::Graph::kMaxDegree + 1, sim::kNoCell) {}

  void find(const GraphRules& knowledge);

  template <class Visit>
  void visit_near(Visit visit) const {
    for (const NearCell& near : near_) visit(near.cell, near.is_by_mine);
  }
  template <class Visit>
  void visit_far_by_mine(Visit visit) const {
    for (const sim::Cell cell : far_by_mine_) visit(cell);
  }
  template <class Visit>
  void visit_clear(Visit visit) const {
    for (std::size_t neighbors = 0; neighbors < clear_.size(); ++neighbors)
      if (clear_[neighbors] != sim::kNoCell && !visit(clear_[neighbors], static_cast<int>(neighbors))) return;
  }

 private:
  struct NearCell {
    sim::Cell cell;
    bool is_by_mine;
  };

  std::vector<std::uint8_t> is_on_frontier_;  // [cell] scratch of find()
  std::vector<NearCell> near_;
  std::vector<sim::Cell> far_by_mine_;
  std::vector<sim::Cell> clear_;  // [unknown neighbours] the first of the other cells, or kNoCell
};

}  // namespace sapper::solvers
