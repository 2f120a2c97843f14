// The neighbours through which a FrontierBuilder finds a component: the unknown ones around a constraint, each only the
// first time, and the shown ones around an unknown cell. Both in the grid's order.
//
// CellSearch asks for each neighbour's status. PlaneSearch takes the neighbours of a cell from the bit planes, as a window
// of three bits in each of three rows, instead of looking at each neighbour; not on a torus, where windows would wrap
// around.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/deduction/select_neighbors.hpp"

namespace sapper::solvers {

// A set of cells whose clearing costs as much as filling it did.
class FoundCells {
 public:
  explicit FoundCells(const sim::Grid& grid) : grid_(&grid), plane_(grid) {}

  void clear() {
    for (const std::uint32_t word : words_) plane_[word] = 0;
    words_.clear();
  }
  bool contains(sim::Cell cell) const { return plane_.contains(grid_->place_of(cell)); }
  void insert(sim::Grid::Place place) {
    if (plane_[place.word] == 0) words_.push_back(place.word);
    plane_.insert(place);
  }
  const sim::CellPlane& plane() const { return plane_; }

 private:
  const sim::Grid* grid_;
  sim::CellPlane plane_;
  std::vector<std::uint32_t> words_;  // with cells
};

template <class Knowledge>
class CellSearch {
 public:
  // found: the cells found so far.
  CellSearch(const sim::Grid& grid, const Knowledge& knowledge, const FoundCells& found)
      : grid_(grid), knowledge_(knowledge), found_(found) {}

  bool has_unknown_around(sim::Cell cell) const {
    for (const sim::Cell neighbor : grid_.neighbors(cell))
      if (knowledge_.is_unknown(neighbor)) return true;
    return false;
  }
  // visit(cell, place) must add the cells to those found.
  template <class Visit>
  void take_unknown_around(sim::Cell constraint, Visit visit) const {
    NeighborArray cells;
    const auto is_new = [&](sim::Cell near) { return knowledge_.is_unknown(near) & !found_.contains(near); };
    for (const sim::Cell cell : select_neighbors(grid_.neighbors(constraint), cells, is_new))
      visit(cell, grid_.place_of(cell));
  }
  // First calls visit_new(cell, place) with those not found yet, which must add them, then visit(cell) with all of them.
  template <class VisitNew, class Visit>
  void visit_shown_around(sim::Cell cell, sim::Grid::Place, VisitNew visit_new, Visit visit) const {
    NeighborArray cells;
    const auto is_shown = [&](sim::Cell near) { return knowledge_.is_shown(near); };
    const std::span<const sim::Cell> shown = select_neighbors(grid_.neighbors(cell), cells, is_shown);
    for (const sim::Cell constraint : shown)
      if (!found_.contains(constraint)) visit_new(constraint, grid_.place_of(constraint));
    for (const sim::Cell constraint : shown) visit(constraint);
  }
  int mines_needed(sim::Cell constraint, sim::Grid::Place) const {
    return knowledge_.mines_needed(constraint);
  }

 private:
  const sim::Grid& grid_;
  const Knowledge& knowledge_;
  const FoundCells& found_;
};

// The 3 x 3 cells around a cell as nine bits, row by row: which neighbours are in a set, and where they are.
class Windows {
 public:
  explicit Windows(const sim::Grid& grid);

  // Whether the grid's order of neighbours is that of their bits: not on a torus.
  bool are_ordered() const { return are_ordered_; }
  // word_of(i): word i of the set's plane.
  template <class WordOf>
  std::uint32_t neighbors(sim::Grid::Place center, WordOf word_of) const {
    const auto row = [&](std::uint32_t word) -> std::uint32_t {
      if (is_one_strip_ || center.bit - 1 < sim::Grid::kWordCells - 2)
        return static_cast<std::uint32_t>(std::uint64_t{word_of(word)} << 1 >> center.bit & 7);
      const std::uint64_t with_left = std::uint64_t{word_of(word)} << 1 | word_of(word - stride_) >> 31;
      return static_cast<std::uint32_t>(
          (with_left | std::uint64_t{word_of(word + stride_)} << 33) >> center.bit & 7);
    };
    return (row(center.word - 1) | row(center.word) << 3 | row(center.word + 1) << 6) &
           neighbors_[center.word % 2];
  }
  // Calls visit(cell, place) with the cells of a window.
  template <class Visit>
  void visit(sim::Cell center, sim::Grid::Place place, std::uint32_t window, Visit visit) const {
    for (; window != 0; window &= window - 1) {
      const Step& step = steps_[static_cast<std::size_t>(std::countr_zero(window))];
      sim::Grid::Place there{place.word + step.words, place.bit + step.bits};
      if (there.bit >= sim::Grid::kWordCells) {  // in the next strip, or the one before
        there.word += there.bit == sim::Grid::kWordCells ? stride_ : -stride_;
        there.bit %= sim::Grid::kWordCells;
      }
      visit(center + step.cells, there);
    }
  }

 private:
  // From the centre of a window; negative ones wrap around.
  struct Step {
    sim::Cell cells;
    std::uint32_t words, bits;
  };

  bool are_ordered_;
  bool is_one_strip_;
  std::uint32_t stride_;
  std::array<std::uint32_t, 2> neighbors_{};  // [parity of the row]
  std::array<Step, 9> steps_{};               // [bit of a window]
};

class PlaneSearch {
 public:
  PlaneSearch(const Windows& windows, const LocalRules& knowledge, const FoundCells& found)
      : windows_(windows), grid_(knowledge.grid()), knowledge_(knowledge), found_(found) {}

  bool has_unknown_around(sim::Cell cell) const {
    return windows_.neighbors(grid_.place_of(cell),
                              [&](std::uint32_t word) { return knowledge_.unknown()[word]; }) != 0;
  }
  template <class Visit>
  void take_unknown_around(sim::Cell constraint, Visit visit) const {
    const sim::Grid::Place place = grid_.place_of(constraint);
    const std::uint32_t window = windows_.neighbors(
        place, [&](std::uint32_t word) { return knowledge_.unknown()[word] & ~found_.plane()[word]; });
    windows_.visit(constraint, place, window, visit);
  }
  template <class VisitNew, class Visit>
  void visit_shown_around(sim::Cell cell, sim::Grid::Place place, VisitNew visit_new, Visit visit) const {
    const std::uint32_t shown = windows_.neighbors(place, [&](std::uint32_t word) {
      return grid_.all_cells()[word] & ~knowledge_.view().hidden()[word];
    });
    const std::uint32_t found =
        windows_.neighbors(place, [&](std::uint32_t word) { return found_.plane()[word]; });
    windows_.visit(cell, place, shown & ~found, visit_new);
    windows_.visit(cell, place, shown, [&](sim::Cell constraint, sim::Grid::Place) { visit(constraint); });
  }
  int mines_needed(sim::Cell, sim::Grid::Place place) const {
    const std::uint32_t mines =
        windows_.neighbors(place, [&](std::uint32_t word) { return knowledge_.mines()[word]; });
    return knowledge_.view().numbers()[place] - std::popcount(mines);
  }

 private:
  const Windows& windows_;
  const sim::Grid& grid_;
  const LocalRules& knowledge_;
  const FoundCells& found_;
};

}  // namespace sapper::solvers
