// The neighbours through which a FrontierBuilder finds a component: the unknown ones around a constraint, each only the
// first time, and the shown ones around an unknown cell. Both in the grid's order.
//
// CellSearch asks for each neighbour's status. PlaneSearch takes the neighbours of a cell from the bit planes, as a window
// of three bits in each of three rows, instead of looking at each neighbour; not on a torus, where windows would wrap
// around.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/deduction/neighbor_array.hpp"

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
  // visit(cell, place, which neighbour) must add the cells to those found.
  template <class Visit>
  void take_unknown_around(sim::Cell constraint, Visit visit) const {
    NeighborArray cells;
    const auto is_new = [&](sim::Cell near) { return knowledge_.is_unknown(near) & !found_.contains(near); };
    for (const sim::Cell cell : select_neighbors(grid_.neighbors(constraint), cells, is_new))
      visit(cell, grid_.place_of(cell), 0);
  }
  // The shown neighbours of a cell; equal for cells that have the same ones.
  class Shown {
   public:
    bool operator==(const Shown& other) const { return std::ranges::is_permutation(cells(), other.cells()); }

   private:
    friend CellSearch;
    std::span<const sim::Cell> cells() const { return std::span(cells_).first(count_); }
    NeighborArray cells_;
    std::size_t count_;
  };
  // The place and the number are those with which the unknown cell was visited.
  Shown shown_around(sim::Cell cell, sim::Grid::Place, std::uint32_t) const {
    Shown shown;
    const auto is_shown = [&](sim::Cell near) { return knowledge_.is_shown(near); };
    shown.count_ = select_neighbors(grid_.neighbors(cell), shown.cells_, is_shown).size();
    return shown;
  }
  // Calls visit(cell, place) with those not found yet, which it must add.
  template <class Visit>
  void visit_new(sim::Cell, sim::Grid::Place, const Shown& shown, Visit visit) const {
    for (const sim::Cell constraint : shown.cells())
      if (!found_.contains(constraint)) visit(constraint, grid_.place_of(constraint));
  }
  // Calls visit(cell) with all of them.
  template <class Visit>
  void visit(sim::Cell, sim::Grid::Place, const Shown& shown, Visit visit) const {
    for (const sim::Cell constraint : shown.cells()) visit(constraint);
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
  // The window of a neighbour of the centre, given its bit, in a window of 5 x 5 cells around the centre.
  static std::uint32_t from_center(std::uint32_t window, std::uint32_t bit) {
    constexpr std::array<std::uint8_t, 9> kShift{0, 1, 2, 5, 6, 7, 10, 11, 12};
    return ((window & 7) | (window & 7 << 3) << 2 | (window & 7 << 6) << 4) << kShift[bit];
  }
  // Calls visit(cell, place, bit) with the cells of a window.
  template <class Visit>
  void visit(sim::Cell center, sim::Grid::Place place, std::uint32_t window, Visit visit) const {
    for (; window != 0; window &= window - 1) {
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(window));
      const Step& step = steps_[bit];
      sim::Grid::Place there{place.word + step.words, place.bit + step.bits};
      if (there.bit >= sim::Grid::kWordCells) {  // in the next strip, or the one before
        there.word += there.bit == sim::Grid::kWordCells ? stride_ : -stride_;
        there.bit %= sim::Grid::kWordCells;
      }
      visit(center + step.cells, there, bit);
    }
  }

 private:
  // Steps from the centre of a window; negative ones wrap around.
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
  // The same as CellSearch::Shown, but only comparable around one constraint.
  class Shown {
   public:
    bool operator==(const Shown& other) const { return from_constraint_ == other.from_constraint_; }

   private:
    friend PlaneSearch;
    std::uint32_t window_;
    std::uint32_t from_constraint_;
  };
  Shown shown_around(sim::Cell, sim::Grid::Place place, std::uint32_t neighbor) const {
    Shown shown;
    shown.window_ = windows_.neighbors(place, [&](std::uint32_t word) {
      return grid_.all_cells()[word] & ~knowledge_.view().hidden()[word];
    });
    shown.from_constraint_ = Windows::from_center(shown.window_, neighbor);
    return shown;
  }
  template <class Visit>
  void visit_new(sim::Cell cell, sim::Grid::Place place, const Shown& shown, Visit visit) const {
    const std::uint32_t found =
        windows_.neighbors(place, [&](std::uint32_t word) { return found_.plane()[word]; });
    windows_.visit(cell, place, shown.window_ & ~found,
                   [&](sim::Cell constraint, sim::Grid::Place its_place, std::uint32_t) {
                     visit(constraint, its_place);
                   });
  }
  template <class Visit>
  void visit(sim::Cell cell, sim::Grid::Place place, const Shown& shown, Visit visit) const {
    windows_.visit(cell, place, shown.window_,
                   [&](sim::Cell constraint, sim::Grid::Place, std::uint32_t) { visit(constraint); });
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
