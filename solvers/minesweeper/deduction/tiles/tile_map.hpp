// Which tiles cover a board, and where each cell lies in them.
//
// Tiles overlap by four rows or columns. All neighbours of the constraints in a tile's inner 14 rows and 30 columns
// are in it, and any two constraints at most two rows and columns apart are among these in some tile. Tiles reach to
// the borders of the board: one of up to 16 x 32 cells is a single tile. On a torus they form rings; a ring of one
// or two rows closes on itself without a neighbour more, and is none. A cell lies in up to nine places, on a small
// torus in several of one tile; one of them owns it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/deduction/tiles/tile.hpp"

namespace sapper::solvers {

// The rows of a board, or its columns, in bands as wide as a tile.
class TileAxis {
 public:
  struct Place {
    std::uint16_t band;
    std::uint8_t line;        // within the band
    bool is_for_constraints;  // the lines beside it are in the band too
  };

  // size: the board's rows or columns; lines: a tile's.
  TileAxis(std::uint32_t size, bool is_ring, std::uint32_t lines);

  std::uint32_t band_count() const { return static_cast<std::uint32_t>(used_.size()); }
  std::span<const Place> places_of(std::uint32_t coordinate) const {
    const std::uint32_t begin = first_place_[coordinate];
    return std::span(places_).subspan(begin, first_place_[coordinate + 1] - begin);
  }
  // [line] of a band; of unused lines any.
  const std::uint32_t* coordinates(std::uint32_t band) const { return coordinates_.data() + band * lines_; }
  // Sets of a band's lines, one bit each: those on the board, those for constraints, and those that it owns.
  std::uint32_t used(std::uint32_t band) const { return used_[band]; }
  std::uint32_t for_constraints(std::uint32_t band) const { return for_constraints_[band]; }
  std::uint32_t owned(std::uint32_t band) const { return owned_[band]; }

 private:
  std::uint32_t lines_;
  std::vector<std::uint32_t> coordinates_;  // [band][line]
  std::vector<std::uint32_t> used_, for_constraints_, owned_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> first_place_;  // [coordinate + 1], in places_
};

class TileMap {
 public:
  struct Place {
    std::uint32_t tile;
    std::uint32_t row;
    std::uint32_t col;
    bool is_for_constraints;
  };

  explicit TileMap(const sim::Grid& grid);

  std::uint32_t tile_count() const { return rows_.band_count() * cols_.band_count(); }
  const TileAxis& rows() const { return rows_; }
  const TileAxis& cols() const { return cols_; }
  std::uint32_t row_band(std::uint32_t tile) const { return tile / cols_.band_count(); }
  std::uint32_t col_band(std::uint32_t tile) const { return tile % cols_.band_count(); }

  // One tile, in which each cell has one place.
  bool is_single() const { return is_single_; }

  // Fills in the cells of a tile that a plane marks, row by row; returns how many there are.
  using CellArray = std::array<sim::Cell, std::size_t{kTileRows} * kTileCols>;
  std::size_t list_cells(std::uint32_t tile, const TilePlane& marked, CellArray& cells) const {
    const std::uint32_t* const first_cells = first_cells_.data() + std::size_t{kTileRows} * row_band(tile);
    const std::uint32_t* const cols = cols_.coordinates(col_band(tile));
    std::size_t count = 0;
    for (std::uint32_t row = 0; row < kTileRows; row += 2)
      for (std::uint64_t bits = marked.rows[row] | std::uint64_t{marked.rows[row + 1]} << kTileCols;
           bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
        cells[count++] = first_cells[row + bit / kTileCols] + cols[bit % kTileCols];
      }
    return count;
  }

  // Calls visit with each place of the cell.
  template <class Visit>
  void visit_places(sim::Cell cell, Visit visit) const {
    // The row by a product instead of a quotient: exact for up to 4096 rows and columns.
    const auto row = static_cast<std::uint32_t>(cell * reciprocal_ >> kReciprocalBits);
    const std::uint32_t col = cell - row * board_cols_;
    if (is_single_) {
      visit(Place{0, row, col, true});
      return;
    }
    for (const TileAxis::Place& in_rows : rows_.places_of(row))
      for (const TileAxis::Place& in_cols : cols_.places_of(col))
        visit(Place{in_rows.band * cols_.band_count() + in_cols.band, in_rows.line, in_cols.line,
                    in_rows.is_for_constraints && in_cols.is_for_constraints});
  }

 private:
  static constexpr int kReciprocalBits = 36;

  std::uint32_t board_cols_;
  std::uint64_t reciprocal_;
  TileAxis rows_, cols_;
  std::vector<sim::Cell> first_cells_;  // [row band][row]: the first cell of the board's row
  bool is_single_;
};

}  // namespace sapper::solvers
