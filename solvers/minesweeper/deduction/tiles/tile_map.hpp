// The tiles that cover a board, and the places of each cell in them.
//
// Tiles overlap by four rows or columns. All neighbours of the constraints in a tile's inner 14 rows and 30 columns
// are in it, and any two constraints at most two rows and columns apart are both inner constraints of some tile. Tiles
// extend to the borders of the board: a board of up to 16 x 32 cells is a single tile. On a torus they form rings; one
// or two rows count as no ring, since wrapping around adds no neighbour. A cell has up to nine places, on a small torus
// several in one tile; one of its places owns it.
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

// The rows or columns of a board, in bands as wide as a tile.
class TileAxis {
 public:
  struct Place {
    std::uint16_t band;
    std::uint8_t line;        // within the band
    bool is_for_constraints;  // the adjacent lines are in the band too
  };

  // All places of a row or column: one or two, but up to three on small rings.
  struct Places {
    std::uint8_t count = 0;
    std::array<Place, 3> places{};
    const Place* begin() const { return places.data(); }
    const Place* end() const { return places.data() + count; }
  };

  // Lines that a band has in common with a band, itself included: line + shift is the same row or column there.
  struct Overlap {
    std::uint32_t lines;
    std::uint16_t band;
    std::int16_t shift;
  };

  // Where a row or column is owned, and whether it has other places.
  struct Owned {
    std::uint16_t band;
    std::uint8_t line;
    bool has_copies;
  };

  // size: the board's rows or columns; lines: a tile's.
  TileAxis(std::uint32_t size, bool is_ring, std::uint32_t lines);

  std::uint32_t band_count() const { return static_cast<std::uint32_t>(used_.size()); }
  const Places& places_of(std::uint32_t coordinate) const { return places_[coordinate]; }
  const Owned& owner_of(std::uint32_t coordinate) const { return owners_[coordinate]; }
  // The rows or columns from this one up to there lie in the same bands.
  std::uint32_t stretch_end(std::uint32_t coordinate) const { return stretch_ends_[coordinate]; }
  // [line] of a band; arbitrary for unused lines.
  const std::uint32_t* coordinates(std::uint32_t band) const { return coordinates_.data() + band * lines_; }
  // Sets of a band's lines, one bit each: those on the board, those for constraints, and those that it owns.
  std::uint32_t used(std::uint32_t band) const { return used_[band]; }
  std::uint32_t for_constraints(std::uint32_t band) const { return for_constraints_[band]; }
  std::uint32_t owned(std::uint32_t band) const { return owned_[band]; }
  // The overlaps with this band: itself first, then other bands and, on small rings, itself shifted.
  std::span<const Overlap> overlaps(std::uint32_t band) const { return overlaps_[band]; }
  // Whether a band's used lines continue at the other end of the board.
  bool wraps(std::uint32_t band) const { return wraps_[band] != 0; }
  // Whether some band has a row or column twice.
  bool has_repeats() const { return has_repeats_; }

 private:
  void find_overlaps();

  std::uint32_t lines_;
  std::vector<std::uint32_t> coordinates_;  // [band][line]
  std::vector<std::uint32_t> used_, for_constraints_, owned_;
  std::vector<Places> places_;                  // [coordinate]
  std::vector<std::vector<Overlap>> overlaps_;  // [band], the band itself first
  std::vector<std::uint8_t> wraps_;             // [band]
  bool has_repeats_ = false;
  std::vector<Owned> owners_;                // [coordinate]
  std::vector<std::uint16_t> stretch_ends_;  // [coordinate]
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
  std::uint32_t row_band(std::uint32_t tile) const { return bands_[tile].in_rows; }
  std::uint32_t col_band(std::uint32_t tile) const { return bands_[tile].in_cols; }

  // Whether there is a single tile, in which each cell has one place.
  bool is_single() const { return is_single_; }

  // Whether some tile has a cell twice: on small tori.
  bool has_repeats() const { return rows_.has_repeats() || cols_.has_repeats(); }
  // Calls visit(other, in_rows, in_cols) for each tile that has cells in common with this one: those in the common lines
  // of both overlaps, each `shift` lines further on in the other. Without the tile itself where nothing is shifted.
  template <class Visit>
  void visit_overlaps(std::uint32_t tile, std::uint32_t rows, Visit visit) const {
    for (const TileAxis::Overlap& in_rows : rows_.overlaps(row_band(tile))) {
      if ((in_rows.lines & rows) == 0) continue;
      for (const TileAxis::Overlap& in_cols : cols_.overlaps(col_band(tile))) {
        const std::uint32_t other = in_rows.band * cols_.band_count() + in_cols.band;
        if (other != tile || in_rows.shift != 0 || in_cols.shift != 0) visit(other, in_rows, in_cols);
      }
    }
  }

  // [row] of a tile: the first cell of the board's row.
  const sim::Cell* first_cells(std::uint32_t tile) const {
    return first_cells_.data() + std::size_t{kTileRows} * row_band(tile);
  }

  // Calls visit(tile, row) with the rows of tiles that hold some of the cells, sometimes more than once.
  template <class Visit>
  void visit_rows(sim::CellBits cells, Visit visit) const {
    const std::uint32_t row = row_of(cells.first);
    if (is_single_) return visit(std::uint32_t{0}, row);
    const std::uint32_t first_col = cells.first - row * board_cols_;
    for (std::uint64_t bits = cells.bits; bits != 0;) {
      const std::uint32_t col = first_col + static_cast<std::uint32_t>(std::countr_zero(bits));
      for (const TileAxis::Place& in_rows : rows_.places_of(row))
        for (const TileAxis::Place& in_cols : cols_.places_of(col))
          visit(in_rows.band * cols_.band_count() + in_cols.band, std::uint32_t{in_rows.line});
      const std::uint32_t end = cols_.stretch_end(col) - first_col;
      bits &= end < 64 ? ~std::uint64_t{0} << end : 0;
    }
  }
  // Calls visit with the cells at the marked columns of a tile's row, in their order: in two parts or more where columns
  // wrap around.
  template <class Visit>
  void visit_runs(std::uint32_t tile, std::uint32_t row, std::uint32_t bits, Visit visit) const {
    const sim::Cell first = first_cells(tile)[row];
    const std::uint32_t* const cols = cols_.coordinates(col_band(tile));
    while (bits != 0) {
      const auto line = static_cast<std::uint32_t>(std::countr_zero(bits));
      const std::uint32_t to_border = board_cols_ - cols[line];
      const std::uint64_t run = to_border < 32 ? (std::uint64_t{1} << to_border) - 1 : ~std::uint64_t{0};
      visit(sim::CellBits{first + cols[line], bits >> line & run});
      bits = static_cast<std::uint32_t>(bits & ~(run << line));
    }
  }

  // Calls visit with each place of the cell.
  template <class Visit>
  void visit_places(sim::Cell cell, Visit visit) const {
    if (!visit_copies(cell, visit)) visit(owned_place(cell));
  }
  // Likewise if the cell has several places; returns whether it has.
  template <class Visit>
  bool visit_copies(sim::Cell cell, Visit visit) const {
    if (is_single_) return false;
    const std::uint32_t row = row_of(cell);
    const std::uint32_t col = cell - row * board_cols_;
    if (!rows_.owner_of(row).has_copies && !cols_.owner_of(col).has_copies) return false;
    for (const TileAxis::Place& in_rows : rows_.places_of(row))
      for (const TileAxis::Place& in_cols : cols_.places_of(col))
        visit(Place{in_rows.band * cols_.band_count() + in_cols.band, in_rows.line, in_cols.line,
                    in_rows.is_for_constraints && in_cols.is_for_constraints});
    return true;
  }

 private:
  // The row by multiplication instead of division: exact for up to 4096 rows and columns.
  std::uint32_t row_of(sim::Cell cell) const {
    return static_cast<std::uint32_t>(cell * reciprocal_ >> kReciprocalBits);
  }
  Place owned_place(sim::Cell cell) const {
    const std::uint32_t row = row_of(cell);
    const std::uint32_t col = cell - row * board_cols_;
    if (is_single_) return {0, row, col, true};
    const TileAxis::Owned& in_rows = rows_.owner_of(row);
    const TileAxis::Owned& in_cols = cols_.owner_of(col);
    return {in_rows.band * cols_.band_count() + in_cols.band, in_rows.line, in_cols.line, true};
  }

  static constexpr int kReciprocalBits = 36;

  std::uint32_t board_cols_;
  std::uint64_t reciprocal_;
  TileAxis rows_, cols_;
  struct Bands {
    std::uint16_t in_rows;
    std::uint16_t in_cols;
  };
  std::vector<Bands> bands_;            // [tile]: without divisions
  std::vector<sim::Cell> first_cells_;  // [row band][row]: the first cell of the board's row
  bool is_single_;
};

}  // namespace sapper::solvers
