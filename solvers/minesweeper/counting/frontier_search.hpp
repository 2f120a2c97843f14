// The neighbours through which a FrontierBuilder finds a component: the unknown ones around a constraint, each only the
// first time, and the shown ones around an unknown cell. Both in the grid's order.
//
// CellSearch asks for each neighbour's status. PlaneSearch takes the neighbours of a cell from the bit planes of a board
// that is a single tile, as a window of three bits in each of three rows, instead of looking at each neighbour.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/minesweeper/deduction/cell_set.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/deduction/select_neighbors.hpp"

namespace sapper::solvers {

template <class Knowledge>
class CellSearch {
 public:
  // found: the cells found so far.
  CellSearch(const sim::Grid& grid, const Knowledge& knowledge, const CellSet& found)
      : grid_(grid), knowledge_(knowledge), found_(found) {}

  bool has_unknown_around(sim::Cell cell) const {
    for (const sim::Cell neighbor : grid_.neighbors(cell))
      if (knowledge_.is_unknown(neighbor)) return true;
    return false;
  }
  // visit() must add the cells to those found.
  template <class Visit>
  void take_unknown_around(sim::Cell constraint, Visit visit) const {
    NeighborArray cells;
    const auto is_new = [&](sim::Cell near) { return knowledge_.is_unknown(near) & !found_.contains(near); };
    for (const sim::Cell cell : select_neighbors(grid_.neighbors(constraint), cells, is_new)) visit(cell);
  }
  template <class Visit>
  void visit_shown_around(sim::Cell cell, Visit visit) const {
    NeighborArray cells;
    const auto is_shown = [&](sim::Cell near) { return knowledge_.is_shown(near); };
    for (const sim::Cell shown : select_neighbors(grid_.neighbors(cell), cells, is_shown)) visit(shown);
  }
  int mines_needed(sim::Cell constraint) const { return knowledge_.mines_needed(constraint); }

 private:
  const sim::Grid& grid_;
  const Knowledge& knowledge_;
  const CellSet& found_;
};

// Where the cells of a board lie in its only tile, and which bits of a window are neighbours.
class PlaneGeometry {
 public:
  explicit PlaneGeometry(const sim::Grid& grid);

  // Of a tile and not a torus, where the grid's order of neighbours is that of their bits.
  bool is_single_tile() const { return !places_.empty(); }

  struct Place {
    std::uint8_t row;
    std::uint8_t col;
  };
  Place place_of(sim::Cell cell) const { return places_[cell]; }
  // Bit 3 r + c: the neighbour in row r and column c of the window whose centre is the cell.
  std::uint32_t neighbors_in_window(std::uint32_t row) const { return neighbors_[row % 2]; }
  template <class Visit>
  void visit(sim::Cell center, std::uint32_t window, Visit visit) const {
    for (; window != 0; window &= window - 1)
      visit(center + static_cast<sim::Cell>(offsets_[static_cast<std::size_t>(std::countr_zero(window))]));
  }

 private:
  std::vector<Place> places_;                 // [cell]
  std::array<std::uint32_t, 2> neighbors_{};  // [parity of the row]
  std::array<std::int32_t, 9> offsets_{};     // [bit of a window] from the centre
};

class PlaneSearch {
 public:
  // For one component: cells found before it are not among its neighbours.
  PlaneSearch(const PlaneGeometry& geometry, const LocalRules& knowledge)
      : geometry_(geometry),
        view_(knowledge.view()),
        unknown_(knowledge.tile(0).unknown),
        shown_(knowledge.tile(0).constraint),
        mines_(knowledge.tile(0).mine) {}

  bool has_unknown_around(sim::Cell cell) const { return window_of(unknown_, cell) != 0; }
  template <class Visit>
  void take_unknown_around(sim::Cell constraint, Visit visit) {
    const std::uint32_t window = window_of(unknown_, constraint);
    unknown_.remove(geometry_.place_of(constraint), window);
    geometry_.visit(constraint, window, visit);
  }
  template <class Visit>
  void visit_shown_around(sim::Cell cell, Visit visit) const {
    geometry_.visit(cell, window_of(shown_, cell), visit);
  }
  int mines_needed(sim::Cell constraint) const {
    return view_.number(constraint) - std::popcount(window_of(mines_, constraint));
  }

 private:
  using Place = PlaneGeometry::Place;

  // A plane with a margin of one cell: every cell has a window.
  class Plane {
   public:
    explicit Plane(const TilePlane& plane) {
      for (std::size_t row = 0; row < kTileRows; ++row) rows_[row + 1] = std::uint64_t{plane.rows[row]} << 1;
    }
    std::uint32_t window(Place center) const {
      const std::uint64_t* const rows = rows_.data() + center.row;
      return static_cast<std::uint32_t>((rows[0] >> center.col & 7) | (rows[1] >> center.col & 7) << 3 |
                                        (rows[2] >> center.col & 7) << 6);
    }
    void remove(Place center, std::uint64_t window) {
      std::uint64_t* const rows = rows_.data() + center.row;
      rows[0] &= ~((window & 7) << center.col);
      rows[1] &= ~((window >> 3 & 7) << center.col);
      rows[2] &= ~((window >> 6) << center.col);
    }

   private:
    std::array<std::uint64_t, kTileRows + 2> rows_{};
  };

  std::uint32_t window_of(const Plane& plane, sim::Cell cell) const {
    const Place place = geometry_.place_of(cell);
    return plane.window(place) & geometry_.neighbors_in_window(place.row);
  }

  const PlaneGeometry& geometry_;
  const sim::View& view_;
  Plane unknown_, shown_, mines_;
};

}  // namespace sapper::solvers
