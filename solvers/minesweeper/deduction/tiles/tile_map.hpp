// The tiles that cover a board, and where they lie in its planes: for rules about pairs of constraints, and to list
// constraints.
//
// Tiles overlap by four rows or columns. All neighbours of the constraints in a tile's inner 14 rows and 30 columns
// are in it, and any two constraints at most two rows and columns apart are both inner constraints of some tile. Tiles
// extend to the borders of the board: a board of up to 16 x 32 cells is a single tile. On a torus they form rings; one
// or two rows count as no ring, since wrapping around adds no neighbour. A cell lies in up to nine tiles, on a small torus
// several times in one; one of its places owns it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/cell_planes.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/deduction/tiles/tile_rules.hpp"

namespace sapper::solvers {

// The rows or columns of a board, in bands as wide as a tile.
class TileAxis {
 public:
  // size: the board's rows or columns; lines: a tile's.
  TileAxis(std::uint32_t size, bool is_ring, std::uint32_t lines);

  std::uint32_t band_count() const { return static_cast<std::uint32_t>(used_.size()); }
  // The bands that a row or column lies in, each once: one to three.
  std::span<const std::uint16_t> bands_of(std::uint32_t coordinate) const {
    return std::span(bands_of_[coordinate].bands).first(bands_of_[coordinate].count);
  }
  // The rows or columns from this one up to there lie in the same bands.
  std::uint32_t stretch_end(std::uint32_t coordinate) const { return stretch_ends_[coordinate]; }
  // [line] of a band; arbitrary for unused lines.
  const std::uint32_t* coordinates(std::uint32_t band) const { return coordinates_.data() + band * lines_; }
  // Sets of a band's lines, one bit each: those on the board, those for constraints, and those that it owns.
  std::uint32_t used(std::uint32_t band) const { return used_[band]; }
  std::uint32_t for_constraints(std::uint32_t band) const { return for_constraints_[band]; }
  std::uint32_t owned(std::uint32_t band) const { return owned_[band]; }
  // Whether a band's used lines continue at the other end of the board.
  bool wraps(std::uint32_t band) const { return wraps_[band] != 0; }

 private:
  struct BandsOfOne {
    std::uint8_t count = 0;
    std::array<std::uint16_t, 3> bands{};
  };
  std::uint32_t lines_;
  std::vector<std::uint32_t> coordinates_;  // [band][line]
  std::vector<std::uint32_t> used_, for_constraints_, owned_;
  std::vector<BandsOfOne> bands_of_;         // [coordinate]
  std::vector<std::uint8_t> wraps_;          // [band]
  std::vector<std::uint16_t> stretch_ends_;  // [coordinate]
};

class TileMap {
 public:
  // The grid must outlive the object.
  explicit TileMap(const sim::Grid& grid);

  std::uint32_t tile_count() const { return rows_.band_count() * cols_.band_count(); }
  const TileAxis& rows() const { return rows_; }
  const TileAxis& cols() const { return cols_; }
  std::uint32_t row_band(std::uint32_t tile) const { return bands_[tile].in_rows; }
  std::uint32_t col_band(std::uint32_t tile) const { return bands_[tile].in_cols; }

  // Whether there is a single tile, in which each cell lies once.
  bool is_single() const { return is_single_; }

  // [row] of a tile: the first cell of the board's row.
  const sim::Cell* first_cells(std::uint32_t tile) const {
    return first_cells_.data() + std::size_t{kTileRows} * row_band(tile);
  }
  // The rows for constraints and those that are owned, as TileSource has them.
  const TilePlane& constraint_rows(std::uint32_t tile) const { return constraint_rows_[row_band(tile)]; }
  const TilePlane& owned_rows(std::uint32_t tile) const { return owned_rows_[row_band(tile)]; }

  // Whether a tile continues at the other end of the board, so that the words of its rows do not follow one another.
  bool wraps(std::uint32_t tile) const { return origins_[tile].wraps; }
  // The place of a tile's first row and column in a plane; the tile must not wrap.
  sim::Grid::Place first_place(std::uint32_t tile) const { return origins_[tile].place; }
  // The place of a tile's cell, whether the tile wraps or not.
  sim::Grid::Place place(std::uint32_t tile, std::uint32_t row, std::uint32_t col) const {
    return grid_->place_of(first_cells(tile)[row] + cols_.coordinates(col_band(tile))[col]);
  }

  // Calls visit(tile) for each tile that holds some of the cells, sometimes more than once.
  template <class Visit>
  void visit_tiles(const sim::CellBlock& cells, Visit visit) const {
    if (is_single_) {
      visit(std::uint32_t{0});
      return;
    }
    const auto first_row = static_cast<std::uint32_t>(std::countr_zero(cells.rows));
    const auto end_row = static_cast<std::uint32_t>(std::bit_width(cells.rows));
    const sim::Cell first_cell = cells.first_cells[first_row];
    const auto strip = static_cast<std::uint32_t>(grid_->col_of(first_cell)) / sim::Grid::kWordCells;
    const std::uint32_t to_board = static_cast<std::uint32_t>(grid_->row_of(first_cell)) - first_row;
    // The rows that lie in the same bands together.
    for (std::uint32_t row = first_row; row < end_row;) {
      const std::uint32_t end = std::min(rows_.stretch_end(to_board + row) - to_board, end_row);
      const std::uint32_t cols = cells.vector().between(row, end).used_columns();
      if (cols != 0) visit_tiles(to_board + row, strip, cols, visit);
      row = end;
    }
  }

  // Calls visit(word, bit) with the marked cells of a tile, one by one: for tiles that wrap around.
  template <class Visit>
  void visit_words(std::uint32_t tile, const MarkedCells& marked, Visit visit) const {
    for (std::uint32_t rows = marked.rows; rows != 0; rows &= rows - 1) {
      const auto row = static_cast<std::uint32_t>(std::countr_zero(rows));
      for (std::uint32_t cols = marked.plane.rows[row]; cols != 0; cols &= cols - 1) {
        const sim::Grid::Place place =
            this->place(tile, row, static_cast<std::uint32_t>(std::countr_zero(cols)));
        visit(place.word, place.mask());
      }
    }
  }

 private:
  struct Bands {
    std::uint16_t in_rows;
    std::uint16_t in_cols;
  };
  struct Origin {
    sim::Grid::Place place;  // of the first row and column
    bool wraps;
  };
  // The columns of a strip that a band has, one bit each.
  struct PartOfStrip {
    std::uint16_t band;
    std::uint32_t cols;
  };

  template <class Visit>
  void visit_tiles(std::uint32_t row, std::uint32_t strip, std::uint32_t bits, Visit visit) const {
    for (const std::uint16_t in_rows : rows_.bands_of(row))
      for (const auto& [in_cols, cols] : bands_of_strip_[strip])
        if ((cols & bits) != 0) visit(in_rows * cols_.band_count() + in_cols);
  }

  const sim::Grid* grid_;
  TileAxis rows_, cols_;
  std::vector<Bands> bands_;                             // [tile]: without divisions
  std::vector<Origin> origins_;                          // [tile]
  std::vector<sim::Cell> first_cells_;                   // [row band][row]: the first cell of the board's row
  std::vector<TilePlane> constraint_rows_, owned_rows_;  // [row band]
  std::vector<std::vector<PartOfStrip>> bands_of_strip_;  // [strip]
  bool is_single_;
};

}  // namespace sapper::solvers
